import type { Page } from '@playwright/test';
import { fileDecision, fileTicket, newProject, tokenFor } from '../../support/api';
import { ARTICLES, inCode } from '../../support/documents';
import type { TestServer } from '../../support/server';
import { contentOf } from './content-manager';
import { entryPath } from './entry-path';
import { LONG_WORD } from './panel-data';
import { addressOf, button, type Place } from './place';
import type { Text } from './texts';

/** An article whose publication was refused and that was changed since, and what is about it. */
export interface ContentData {
  article: string;
  /** Another one, about which nobody has asked. */
  unasked: string;
  title: string;
  /** Of a ticket. */
  ref: string;
  /** Public id of the one that is open. */
  decision: string;
}

/** Fills an application that has articles with texts as long as they come. */
export async function fillContent(server: TestServer): Promise<ContentData> {
  const sign = await tokenFor(server, 'SIGN');
  const api = await newProject(server);
  const title = `All about the ${LONG_WORD}`;
  const article = await inCode(server, ARTICLES, 'create', {
    data: { title: 'All about it', summary: 'Short' },
  });
  const unasked = await inCode(server, ARTICLES, 'create', { data: { title: LONG_WORD } });
  const content = [
    { type: ARTICLES, id: article, locale: null },
    { type: ARTICLES, id: unasked, locale: 'en' },
    { type: ARTICLES, id: 'gone', locale: 'en' },
  ];
  const about = { content: content.slice(0, 1) };
  const first = await fileDecision(sign, { title: `May ${LONG_WORD} go out?`, ...about });
  await sign.post(`/decisions/${first.id}/resolve`, { verdict: 'rejected', note: LONG_WORD }).expect(200);
  await inCode(server, ARTICLES, 'update', {
    documentId: article,
    data: { title, summary: `${LONG_WORD.repeat(3)}\n${'A sentence that has been added. '.repeat(20)}` },
  });
  const { id: decision } = await fileDecision(sign, { title: `May all of ${LONG_WORD} go out?`, ...about });
  const { ref } = await fileTicket(api, { title: `Buy ${LONG_WORD}`, assignee: '1', content });
  return { article, unasked, title, ref: ref as string, decision: decision as string };
}

/** The places of the panel that show what tickets and decisions are about. */
export function contentPlaces(page: Page, text: Text, data: ContentData): Place[] {
  const { article, unasked, title, ref, decision } = data;
  const work = page.getByRole('region', { name: text('work.tickets') });
  const signOff = page.getByRole('region', { name: text('signOff.title') });
  const column = page.getByRole('region', { name: text('ticket.open', { name: ref }) });
  const resolve = button(page, text('resolve.submit'));
  const parts = ['aside'];
  return [
    {
      name: 'rules of sign-off',
      address: 'settings/work-tracking/sign-off',
      shows: page.getByRole('region', { name: text('signOffRules.signers') }),
      parts: ['main'],
    },
    {
      name: 'list of entries with their open work',
      address: addressOf(entryPath(ARTICLES, '')),
      shows: button(page, text('openWork.show')),
      prepare: async () => {
        await button(page, text('openWork.show')).click();
        await page.getByRole('gridcell', { name: text('openWork.title') }).waitFor();
      },
    },
    {
      name: 'entry about which there is work',
      address: addressOf(entryPath(ARTICLES, article)),
      shows: work.getByRole('link', { name: ref }),
      parts,
      dialogs: {
        'new ticket about it': { opener: button(page, text('board.new')) },
        'publish in an emergency': { opener: button(signOff, text('signOff.skip')) },
      },
    },
    {
      name: 'entry that nobody has asked about',
      address: addressOf(entryPath(ARTICLES, unasked)),
      shows: button(signOff, text('signOff.ask')),
      parts,
    },
    {
      name: 'decision about an entry, in the inbox',
      address: `plugins/work-tracking/inbox/${decision}`,
      shows: page.locator('ins').first(),
      dialogs: { 'choose entries': { opener: button(page, text('content.add')) } },
    },
    {
      name: 'ticket about entries',
      address: `plugins/work-tracking/board/${ref}`,
      shows: column.getByRole('link', { name: title }),
      column,
      dialogs: { 'choose entries': { opener: button(column, text('content.add')) } },
    },
    {
      name: 'form of a decision about an entry',
      address: addressOf(contentOf('decision', decision)),
      shows: resolve,
      parts: ['aside', 'main form'],
      dialogs: {
        'resolve a decision about an entry': {
          opener: resolve,
          fill: (dialog) => dialog.locator('ins').first().waitFor(),
        },
      },
    },
  ];
}
