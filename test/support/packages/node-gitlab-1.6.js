import drive from './drive.js';
import Gitlab from './package/index.js';

const gitlab = Gitlab.create({ privateToken: 'secret' });
const resources = Object.values(gitlab).filter((each) => typeof each?.list === 'function');

await drive(new Set(resources));
