/** The two ways out: data for programs and pipes, words for people. */
export interface Terminal {
  readonly data: (text: string) => void;
  readonly people: (text: string) => void;
}

export const terminal: Terminal = {
  data: (text) => {
    process.stdout.write(text);
  },
  people: (text) => {
    process.stderr.write(text);
  },
};

/** A reader that has seen enough (`v4ward check | head`) is no error. */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
