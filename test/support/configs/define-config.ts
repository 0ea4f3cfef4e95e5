import { defineConfig } from 'eslint/config';
import v4ward from 'v4ward';

export const byName = defineConfig([{ plugins: { v4ward }, extends: ['v4ward/recommended'] }]);

export const byAnotherName = defineConfig([{ plugins: { gitlab: v4ward }, extends: ['gitlab/strict'] }]);

export const whole = defineConfig(v4ward.configs.recommended, { settings: { v4ward: { hosts: ['git.acme.dev'] } } });

export const extended = defineConfig([{ files: ['jobs/**/*.ts'], extends: [v4ward.configs.report] }]);
