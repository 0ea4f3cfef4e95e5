import type { Change } from './change.js';

export const todos = [
  {
    id: 'todos-mark-as-done',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: [
      { from: 'DELETE /todos', to: 'POST /todos/mark_as_done' },
      { from: 'DELETE /todos/:todo_id', to: 'POST /todos/:todo_id/mark_as_done' },
    ],
    answers: [
      {
        on: ['DELETE /todos'],
        entity: 'todo',
        statuses: { 200: 204 },
        body: 'gone',
        because: 'v4 answers without the number of to-dos, so reading the body fails.',
      },
      {
        on: ['DELETE /todos/:todo_id'],
        entity: 'todo',
        statuses: { 200: 201 },
        because: 'v4 answers 201, so what expects 200 takes it for a failure.',
      },
    ],
    says:
      'DELETE /todos becomes POST /todos/mark_as_done; DELETE /todos/:todo_id becomes ' +
      'POST /todos/:todo_id/mark_as_done',
    because: 'A to-do that is done is not removed, so v4 does not call it DELETE.',
    source: 'document, 9.0; the answer: lib/api/todos.rb, 9.0',
    message: 'Mark to-dos as done with `POST`. When all are marked at once v4 answers 204 without the number of them.',
    example: { before: 'DELETE /todos/130', after: 'POST /todos/130/mark_as_done' },
  },
] satisfies readonly Change[];
