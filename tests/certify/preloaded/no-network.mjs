/** Loaded before a command that must not use the network: opening a socket or resolving a name ends the process. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

const refuse = (what) => () => {
  process.stderr.write(`a socket was opened: ${what}\n`);
  process.exit(97);
};
net.Socket.prototype.connect = refuse('connect');
net.Server.prototype.listen = refuse('listen');
dgram.createSocket = refuse('datagram');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  dns[name] = refuse(name);
  dns.promises[name] = refuse(name);
}
