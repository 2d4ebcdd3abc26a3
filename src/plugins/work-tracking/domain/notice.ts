import { COUNTED_UP_TO } from './count';
import { shortened } from './errors';
import { PANEL_PATH } from './panel-path';
import { DAY_MS } from './period';

/** The subjects of a notice: a subscription, or a project. */
export const NOTICE_KINDS = ['subscription_disabled', 'dead_letters'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How long a notice that could not be sent waits for the next try; nobody else sends it meanwhile. */
export const NOTICE_RETRY_MS = 10 * 60 * 1000;

/** How long after a notice of dead deliveries another one comes at the earliest, while they have not become fewer. */
export const NOTICE_REPEAT_MS = DAY_MS;

/** An e-mail, without its addresses. */
export interface NoticeText {
  /** One line. */
  subject: string;
  text: string;
  /** The same text: some of Strapi's providers send a plain text as HTML where there is none. */
  html: string;
}

/** The last failed attempt that is known. */
export interface LastFailure {
  at: Date;
  /** The status that the receiver has answered, or else why it has not. */
  what: string;
}

interface AboutProject {
  project: { key: string; name: string; documentId: string };
  lastFailure: LastFailure | undefined;
  /** The address of Strapi's panel. */
  panelUrl: string;
}

/** A subscription that the service has disabled. */
export interface DisabledSubscription extends AboutProject {
  subscription: { documentId: string; url: string; reason: string; failingSince: Date | null };
  /** How many deliveries are held, counted up to `COUNTED_UP_TO`. */
  held: number;
}

/** A project whose dead deliveries have reached the threshold. */
export interface DeadLetters extends AboutProject {
  /** How many nobody has resent, counted up to `COUNTED_UP_TO`. */
  dead: number;
  /** The one of the newest, unless it is deleted. */
  subscription: { documentId: string; url: string } | undefined;
}

const MAX_NAME_LENGTH = 80;
const MAX_LINE_LENGTH = 300;

/** Controls, line ends and what changes the direction of a text: in a header they would be more than text. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text that somebody else has written, as one short line. */
export const oneLine = (text: string, length: number): string =>
  shortened(text.replace(NOT_IN_A_LINE, ' ').trim(), length);

/** The scheme, host and port of a URL: the paths and queries of many receivers are secrets. */
export const receiverOf = (url: string): string =>
  URL.canParse(url) ? oneLine(new URL(url).origin, MAX_LINE_LENGTH) : 'an address that can not be read';

const counted = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${count > COUNTED_UP_TO ? `more than ${COUNTED_UP_TO}` : count} ${several}`;

/** The e-mail about a subscription that the service has disabled. */
export function disabledNotice(facts: DisabledSubscription): NoticeText {
  const { project, subscription, held, lastFailure, panelUrl } = facts;
  const receiver = receiverOf(subscription.url);
  return asMail(`Webhook subscription disabled in ${project.key}: ${receiver}`, [
    'A webhook subscription was disabled, because its receiver takes no deliveries. Nothing is sent to it any more;',
    'what happens meanwhile is kept for it.',
    '',
    `Project:       ${nameOf(project)}`,
    `Subscription:  ${receiver} (${subscription.documentId})`,
    `Reason:        ${oneLine(subscription.reason, MAX_LINE_LENGTH)}`,
    ...(subscription.failingSince ? [`Failing since: ${subscription.failingSince.toISOString()}`] : []),
    ...attemptLines(lastFailure),
    `Waiting:       ${counted(held, 'delivery', 'deliveries')}`,
    '',
    'When the receiver works again, press "Switch on" beside the subscription. What waits is then sent:',
    pageUrl(panelUrl, 'subscriptions', { text: project.key }),
  ]);
}

/** The e-mail about a project whose dead deliveries pile up. */
export function deadLettersNotice(facts: DeadLetters): NoticeText {
  const { project, subscription, dead, lastFailure, panelUrl } = facts;
  return asMail(`${counted(dead, 'dead delivery', 'dead deliveries')} in ${project.key}`, [
    'Deliveries of webhooks were given up after their last attempt, and nobody has sent them again.',
    '',
    `Project:       ${nameOf(project)}`,
    `Dead:          ${counted(dead, 'delivery', 'deliveries')}`,
    ...(subscription ? [`Newest for:    ${receiverOf(subscription.url)} (${subscription.documentId})`] : []),
    ...attemptLines(lastFailure),
    '',
    'When the receivers work again, send the deliveries again here:',
    pageUrl(panelUrl, 'deliveries', { project: project.documentId, state: 'dead' }),
  ]);
}

const nameOf = ({ key, name }: AboutProject['project']): string =>
  `${oneLine(name, MAX_NAME_LENGTH)} (${key})`;

const attemptLines = (failure: LastFailure | undefined): string[] =>
  failure ? [`Last attempt:  ${failure.at.toISOString()}, ${oneLine(failure.what, MAX_LINE_LENGTH)}`] : [];

const pageUrl = (panelUrl: string, page: string, query: Record<string, string>): string =>
  `${panelUrl.replace(/\/+$/, '')}/${PANEL_PATH}/${page}?${new URLSearchParams(query).toString()}`;

function asMail(subject: string, lines: readonly string[]): NoticeText {
  const text = `${lines.join('\n')}\n`;
  return { subject: oneLine(subject, MAX_LINE_LENGTH), text, html: `<pre>${escaped(text)}</pre>` };
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
