import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { builtWith, type Additions, type OwnBuild } from './configured';

/** How the server treats an e-mail: it takes it, refuses it, or never answers. */
type Behaviour = 'take' | 'refuse' | 'hang';

/** An e-mail as it was taken. */
export interface Mail extends ParsedMail {
  /** The addresses that the sender has named to the server. */
  recipients: string[];
}

/** A real SMTP server that records what it takes. */
export interface MailServer {
  port: number;
  mails: Mail[];
  /** How many e-mails were begun, taken or not. */
  begun(): number;
  /** Sets how to treat e-mails from now on. @param addresses only those to these recipients */
  treat(behaviour: Behaviour, addresses?: readonly string[]): void;
  /** Resolves when `count` e-mails have been taken. */
  untilTaken(count: number): Promise<Mail[]>;
  /** Resolves when `count` e-mails have been begun. */
  untilBegun(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  let begun = 0;
  let treatment: { behaviour: Behaviour; addresses: readonly string[] | undefined } = {
    behaviour: 'take',
    addresses: undefined,
  };
  const told = () => waiting.forEach((check) => check());

  const until = (isReached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!isReached()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      begun += 1;
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const { behaviour, addresses } = treatment;
      const isMeant = addresses === undefined || recipients.some((address) => addresses.includes(address));
      void simpleParser(stream).then((mail) => {
        told();
        if (isMeant && behaviour === 'hang') return;
        if (isMeant && behaviour === 'refuse') {
          callback(Object.assign(new Error('The mailbox is full'), { responseCode: 452 }));
          return;
        }
        mails.push({ ...mail, recipients });
        callback();
        told();
      }, callback);
    },
  });
  // A process that is killed leaves its connection.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    begun: () => begun,
    treat(behaviour, addresses) {
      treatment = { behaviour, addresses };
    },
    async untilTaken(count) {
      await until(() => mails.length >= count);
      return mails;
    },
    untilBegun: (count) => until(() => begun >= count),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The application with Strapi's email plugin on this server, and with files of its own. */
export const sendingTo = ({ port }: Pick<MailServer, 'port'>, files: Additions['files'] = {}): OwnBuild =>
  builtWith({
    files,
    plugins: {
      email: {
        config: {
          provider: 'nodemailer',
          providerOptions: { host: '127.0.0.1', port, ignoreTLS: true },
          settings: { defaultFrom: 'Work tracking <tracking@example.com>' },
        },
      },
    },
  });
