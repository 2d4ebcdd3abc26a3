import dgram from 'node:dgram';
import { once } from 'node:events';

/** A question of one type for one name. */
export interface Question {
  name: string;
  type: 'A' | 'AAAA';
}

/** The addresses of a name, of which those of the right type are told; or how it says that it has none. */
export type Reply = string[] | 'no such name' | 'failure' | 'silence';

/** A name server on UDP (RFC 1035). */
export interface NameServer {
  /** For a `nameserver` line. */
  address: string;
  asked: Question[];
  /** Resolves when `count` questions have come since the start. */
  untilAsked(count: number): Promise<void>;
  close(): Promise<void>;
}

const TYPES: Record<number, Question['type']> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

export async function startNameServer(reply: (name: string) => Reply): Promise<NameServer> {
  const asked: Question[] = [];
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { name, end } = nameIn(message);
    const type = TYPES[message.readUInt16BE(end)];
    if (!type) return;
    asked.push({ name, type });
    socket.emit('asked');
    const said = reply(name);
    if (said !== 'silence') socket.send(answerTo(message.subarray(0, end + 4), type, said), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async untilAsked(count) {
      while (asked.length < count) await once(socket, 'asked');
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The name of the question, and where it ends. */
function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (message[at] !== 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!));
    at += 1 + message[at]!;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** @param question with its header */
function answerTo(question: Buffer, type: Question['type'], said: Exclude<Reply, 'silence'>): Buffer {
  const addresses = Array.isArray(said) ? said.filter((one) => one.includes(':') === (type === 'AAAA')) : [];
  const code = said === 'no such name' ? 3 : said === 'failure' ? 2 : 0;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  // An answer, for which recursion was wanted and is available.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : bytesOf(address);
    const record = Buffer.alloc(12);
    // The name of the question.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type === 'A' ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...records]);
}

/** Of an IPv6 address with `::` in it. */
function bytesOf(address: string): Buffer {
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
