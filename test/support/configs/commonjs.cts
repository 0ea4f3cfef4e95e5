import type { Linter } from 'eslint';
import v4ward = require('v4ward');

const configs: Linter.Config[] = [v4ward.configs.recommended, v4ward.default.configs.strict];

export = configs;
