// A mail server that accepts every login and every e-mail: node mail-server.mjs PORT
import { createServer } from 'node:net';

createServer((socket) => {
  let isData = false;
  let rest = '';
  const respond = (line) => {
    if (isData) {
      if (line !== '.') return;
      isData = false;
      socket.write('250 accepted\r\n');
    } else if (/^EHLO/i.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
    else if (/^AUTH/i.test(line)) socket.write('235 welcome\r\n');
    else if (/^DATA/i.test(line)) {
      isData = true;
      socket.write('354 go on\r\n');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) respond(line);
  });
  socket.write('220 mail.example\r\n');
}).listen(Number(process.argv[2]), '127.0.0.1');
