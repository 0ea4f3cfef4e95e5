/**
 * Loaded before a program under test. Whatever host it calls, in plain text or by TLS, the connection goes to the
 * recorder on loopback in plain text; the client libraries themselves run unchanged.
 */
import { register, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const port = Number(process.env.RECORDER_PORT);
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function (...args) {
  const given = Array.isArray(args[0]) ? args[0] : args;
  const callback = given.findLast((each) => typeof each === 'function');
  return connect.call(this, { port, host: '127.0.0.1', family: 4 }, callback);
};

tls.connect = function (...args) {
  const callback = args.findLast((each) => typeof each === 'function');
  const options = args.find((each) => typeof each === 'object' && each !== null) ?? {};
  const socket = options.socket ?? net.connect({ port, host: '127.0.0.1' });
  Object.assign(socket, {
    encrypted: true,
    authorized: true,
    alpnProtocol: false,
    getPeerCertificate: () => ({}),
    getSession: () => undefined,
    isSessionReused: () => false,
  });
  const announce = () => process.nextTick(() => socket.emit('secureConnect'));
  if (socket.connecting) socket.once('connect', announce);
  else announce();
  if (callback !== undefined) socket.once('secureConnect', callback);
  return socket;
};

syncBuiltinESMExports();
// A loader costs a thread, so it is there only for programs that need it.
if (/\.(?:tsx?|jsx)$/.test(JSON.parse(process.env.PROGRAM).file)) register('./typescript.js', import.meta.url);
