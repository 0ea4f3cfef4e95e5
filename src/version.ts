/** The package's version; a test keeps it equal to that of package.json. */
export const version = '0.1.0';
