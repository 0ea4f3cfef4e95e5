import type { Client } from './client.js';
import { angularHttpClient } from './angular-http-client.js';
import { angularHttp } from './angular-http.js';
import { angularjsHttp } from './angularjs-http.js';
import { angularjsResource } from './angularjs-resource.js';
import { appsScript } from './apps-script.js';
import { axiosMockAdapter } from './axios-mock-adapter.js';
import { axios } from './axios.js';
import { cypressRequest } from './cypress-request.js';
import { d3 } from './d3.js';
import { electron } from './electron.js';
import { express } from './express.js';
import { fastify } from './fastify.js';
import { fetchMock } from './fetch-mock.js';
import { fetch } from './fetch.js';
import { glGot } from './gl-got.js';
import { got } from './got.js';
import { http } from './http.js';
import { hubot } from './hubot.js';
import { jestFetchMock } from './jest-fetch-mock.js';
import { jquery } from './jquery.js';
import { koaRouter } from './koa-router.js';
import { k6 } from './k6.js';
import { ky } from './ky.js';
import { makeFetchHappen } from './make-fetch-happen.js';
import { meteorHttp } from './meteor-http.js';
import { miniProgram } from './mini-program.js';
import { mithril } from './mithril.js';
import { msw } from './msw.js';
import { needle } from './needle.js';
import { nestHttp } from './nest-http.js';
import { nock } from './nock.js';
import { nodeRestClient } from './node-rest-client.js';
import { ofetch } from './ofetch.js';
import { phin } from './phin.js';
import { popsicle } from './popsicle.js';
import { requestPromise } from './request-promise.js';
import { request } from './request.js';
import { restifyClients } from './restify-clients.js';
import { restify } from './restify.js';
import { restler } from './restler.js';
import { rxjsAjax } from './rxjs-ajax.js';
import { simpleGet } from './simple-get.js';
import { sinon } from './sinon.js';
import { superagent } from './superagent.js';
import { syncRequest } from './sync-request.js';
import { undici } from './undici.js';
import { unirest } from './unirest.js';
import { urllib } from './urllib.js';
import { userscript } from './userscript.js';
import { vueResourceResource } from './vue-resource-resource.js';
import { vueResource } from './vue-resource.js';
import { wreck } from './wreck.js';
import { xmlHttpRequest } from './xml-http-request.js';

/** Every HTTP library known, the commonest first, those that answer last. No two share a module, a global, a type or an injected name, so the order decides nothing. */
export const clients: readonly Client[] = [
  fetch,
  axios,
  request,
  requestPromise,
  got,
  glGot,
  superagent,
  http,
  xmlHttpRequest,
  jquery,
  angularjsHttp,
  angularjsResource,
  angularHttp,
  angularHttpClient,
  nestHttp,
  rxjsAjax,
  vueResource,
  vueResourceResource,
  mithril,
  d3,
  cypressRequest,
  electron,
  hubot,
  meteorHttp,
  appsScript,
  userscript,
  miniProgram,
  undici,
  ky,
  ofetch,
  needle,
  restler,
  nodeRestClient,
  syncRequest,
  unirest,
  urllib,
  popsicle,
  phin,
  simpleGet,
  wreck,
  makeFetchHappen,
  k6,
  nock,
  msw,
  fetchMock,
  jestFetchMock,
  axiosMockAdapter,
  sinon,
  express,
  fastify,
  koaRouter,
  restifyClients,
  restify,
];
