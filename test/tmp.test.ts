import { test } from 'vitest';
import { translateText } from '../src/http/translate.js';
test('x', () => {
  for (const line of `DELETE /projects/1/star
GET /projects
get https://g.example.com/api/v3/projects?page=2
DELETE /projects/1/merge_request/5/subscription
GET /projects/1/merge_request/5/comments
POST /projects/1/merge_request/5/comments?note=a+b
GET /projects/owned/
POST /projects/fork/5?namespace=x
GET licenses
GET /gitlab/api/v3/projects/1/repository/blobs/a+b?filepath=x+y%2Fz&private_token=1
PUT /projects/1/merge_requests/5/cancel_merge_when_build_succeeds
PUT /projects/1/merge_requests/5/merge?merge_when_build_succeeds=true
POST /session
POST /projects/1/triggers
POST /projects/1/triggers?description=x
POST /users?confirm=no
PUT /projects/1?public=true&visibility_level=10
PUT /projects/1?visibility_level=50
GET api/v3/projects/1/repository/commits?page=3&ref_name=x
DELETE /projects/1/keys/3/disable
DELETE /api/v3/todos
GET /projects/1/repository/files?file_path=a%2Fb/c d&ref=x
GET /api/v4/projects/owned
GET /api/v4/licenses
GET /projects/search/keys
POST /projects/1/ref/a/b/trigger/builds
GET /projects/1/builds/artifacts/a/b/download?job=x
PUT /application/settings?elasticsearch_host=a&elasticsearch_port=1&repository_storage=x
GET /projects/1/issues?iid%5B%5D=1&labels=a`.split('\n')) console.log(JSON.stringify(translateText(line)).replace(/"says":"[^"]*(\\"[^"]*)*"/g, ''));
});
