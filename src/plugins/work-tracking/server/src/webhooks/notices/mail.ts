import type { Core } from '@strapi/types';
import type { NoticeText } from '../../../../domain/notice';
import { configOf } from '../../config';

/** The longest that one e-mail may take; a claim of a notice is much longer. */
const SEND_TIMEOUT_MS = 30_000;

/** Strapi's own default: it connects to the mail servers of the recipients itself. */
const DEFAULT_PROVIDER = 'sendmail';

interface EmailConfig {
  provider: string;
  providerOptions?: object;
}

interface EmailService {
  send(mail: NoticeText & { to: string }): Promise<unknown>;
}

/** Whether anybody is told of anything. Strapi's email plugin is always there. */
export const isNotifying = (strapi: Core.Strapi): boolean => configOf(strapi).notify.emails.length > 0;

/** Warns at the start when notices are wanted, and no provider was configured that sends them. */
export function warnOfUnsentNotices(strapi: Core.Strapi): void {
  const { provider, providerOptions = {} } = strapi.config.get<EmailConfig>('plugin::email');
  if (!isNotifying(strapi) || provider !== DEFAULT_PROVIDER || Object.keys(providerOptions).length > 0)
    return;
  strapi.log.warn(
    "NOTIFY_EMAILS is set, but Strapi's email plugin has no provider of your own: with its default, sendmail, most " +
      'mail servers take no e-mails. Configure one in config/plugins.',
  );
}

/**
 * Sends an e-mail to each address of `NOTIFY_EMAILS`, all at once, and logs those that were not sent. It waits for no
 * mail server longer than the time-out, or than until `signal` is aborted.
 * @returns whether one of them was sent at least: sent again, these would have it twice
 */
export async function sendToAll(
  strapi: Core.Strapi,
  { notice, signal }: { notice: NoticeText; signal: AbortSignal },
): Promise<boolean> {
  const service: EmailService = strapi.plugin('email').service('email');
  const deadline = startDeadline(signal);
  const sent = await Promise.all(
    configOf(strapi).notify.emails.map(async (to) => {
      try {
        await Promise.race([service.send({ to, ...notice }), deadline.passed]);
        return true;
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        strapi.log.error(`The e-mail "${notice.subject}" was not sent to ${to}: ${cause}`);
        return false;
      }
    }),
  );
  deadline.end();
  return sent.includes(true);
}

/**
 * Begins the time after which the outcome of an e-mail is ignored.
 * @returns a promise that rejects, with a sentence that says why, until `end` is called
 */
function startDeadline(signal: AbortSignal): { passed: Promise<never>; end: () => void } {
  const ended = new AbortController();
  const passed = new Promise<never>((_resolve, reject) => {
    const fail = (reason: string) => reject(new Error(reason));
    const stop = () => fail('the service stops, and the mail server has not taken it yet.');
    const timer = setTimeout(
      () => fail(`the mail server has not taken it within ${SEND_TIMEOUT_MS / 1000} s.`),
      SEND_TIMEOUT_MS,
    );
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { signal: ended.signal });
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return { passed, end: () => ended.abort() };
}
