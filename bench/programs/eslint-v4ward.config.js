import v4ward from 'v4ward';
import bare from './eslint-bare.config.js';

export default [...bare, v4ward.configs.recommended];
