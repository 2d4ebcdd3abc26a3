import type { Core } from '@strapi/types';
import groupBy from 'lodash/groupBy';
import truncate from 'lodash/truncate';
import { subjectOf, type Ability } from '../../access/admin-rights';
import { missingToReceive } from '../../access/receiving';
import { permissions } from '../../host/admin-services';
import { personRecord, type PersonRow } from '../../records/person';
import type { Subscription } from '../../records/subscription';
import { ADMIN_USER, PROJECT, SUBSCRIPTION } from '../../uids';
import { disableSubscription } from '../../webhooks/failing-subscriptions';
import { ownProject, type InProject } from '../../write/rows';

// The administrator who was the last to save a subscription, or else has made it, answers for it: it is active only as
// long as they may read what it sends. For one that a token has made, and no administrator has saved since, nobody does.

interface Administrator extends PersonRow {
  isActive: boolean | null;
  roles: object[];
}

interface Answered extends InProject<Subscription> {
  createdBy: { id: number } | null;
  updatedBy: { id: number } | null;
}

/** Characters of a name in a reason, which is stored. */
const MAX_NAME_LENGTH = 100;

/** Disables what administrators answer for and may not read any more, after a change of what they may. */
export async function disableUnreadable(strapi: Core.Strapi, people: readonly number[]): Promise<void> {
  for (const { subscription, name, subject } of await unreadable(strapi, people))
    await disableSubscription(
      strapi,
      subscription.documentId,
      `${name} answers for this, and may not read what it sends: ${subject}.`,
    );
}

/** The same after a change of a role. */
export async function disableUnreadableOfRole(strapi: Core.Strapi, roleId: number): Promise<void> {
  const people: { id: number }[] = await strapi.db
    .query(ADMIN_USER)
    .findMany({ select: ['id'], where: { roles: { id: roleId } } });
  const ids = people.map(({ id }) => id);
  await disableUnreadable(strapi, ids);
}

/** Disables what administrators answer for who are about to be deleted. */
export async function disableOfDeleted(strapi: Core.Strapi, people: readonly number[]): Promise<void> {
  for (const subscription of await answeredBy(strapi, people))
    await disableSubscription(
      strapi,
      subscription.documentId,
      'Whoever answered for this is no administrator any more.',
    );
}

/** Names in the log what administrators answer for and may not read, as one of before this was kept. */
export async function warnOfUnreadable(strapi: Core.Strapi): Promise<void> {
  for (const { subscription, name, subject } of await unreadable(strapi)) {
    strapi.log.warn(
      `The webhook subscription ${subscription.documentId} of the project ${ownProject(subscription).key} goes to ` +
        `${subscription.url}; ${name} answers for it, and may not read what it sends: ${subject}. Switch it off, or ` +
        'save it as somebody who may.',
    );
  }
}

/** @param people row ids; everybody, unless given */
async function unreadable(strapi: Core.Strapi, people?: readonly number[]) {
  const found: { subscription: Answered; name: string; subject: string }[] = [];
  const byPerson = groupBy(await answeredBy(strapi, people), (row) => answering(row));
  for (const [id, subscriptions] of Object.entries(byPerson)) {
    const person: Administrator = await strapi.db
      .query(ADMIN_USER)
      .findOne({ where: { id }, populate: { roles: true } });
    const ability = (await permissions(strapi).engine.generateUserAbility(person)) as Ability;
    const name = truncate(personRecord(person).name, { length: MAX_NAME_LENGTH, omission: '…' });
    for (const subscription of subscriptions) {
      const sent = { project: ownProject(subscription), eventTypes: subscription.eventTypes };
      const missing = person.isActive ? await missingToReceive(strapi, ability, sent) : { uid: PROJECT };
      if (missing) found.push({ subscription, name, subject: subjectOf(strapi, missing) });
    }
  }
  return found;
}

const answering = ({ createdBy, updatedBy }: Answered): number | undefined => (updatedBy ?? createdBy)?.id;

/** The active subscriptions that administrators answer for. */
async function answeredBy(strapi: Core.Strapi, people?: readonly number[]): Promise<Answered[]> {
  const saved = (by: string) => ({ [by]: people ? { id: { $in: people } } : { id: { $notNull: true } } });
  const rows: Answered[] = await strapi.db.query(SUBSCRIPTION).findMany({
    where: { active: true, $or: [saved('createdBy'), saved('updatedBy')] },
    populate: { project: true, createdBy: { select: ['id'] }, updatedBy: { select: ['id'] } },
  });
  return rows.filter((row) => !people || people.includes(answering(row) ?? 0));
}
