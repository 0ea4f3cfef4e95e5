import drive from './drive.js';
import connect from './package/lib/index.js';

const gitlab = connect({ url: 'http://gitlab.harbour.example', token: 'secret' });
const { groups, projects, issues, notes, users, labels } = gitlab;
const parts = Object.values(projects).filter((each) => typeof each === 'object' && typeof each?.load === 'function');
const others = ['UserKeys', 'IssueNotes'].map((name) => projects.load(name));

await drive([groups, projects, ...parts, issues, notes, users, labels, ...others], ['load', 'init', '_init', 'debug']);
