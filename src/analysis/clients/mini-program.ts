import type { Client } from './client.js';

/** Mini-programs of WeChat, and what is made like them: uni-app, Taro. */
export const miniProgram = {
  name: 'wx.request',
  documentation: 'https://developers.weixin.qq.com/miniprogram/dev/api/network/request/wx.request.html',
  modules: ['@tarojs/taro'],
  globals: ['wx', 'uni'],
  calls: [{ member: 'request', roles: ['options'] }],
  options: { url: ['url'], method: ['method'], data: ['data'], headers: ['header', 'headers'] },
  answer: { body: ['data'], status: ['statusCode'], handlers: { success: { answer: 0 } } },
} satisfies Client;
