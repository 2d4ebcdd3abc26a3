import uniqWith from 'lodash/uniqWith';
import { CONTENT_TYPE } from '../settings';
import { same, type Values } from './world';

/** Whether all entries are of a type that can be referred to. */
export const isAccepted = (content: unknown): boolean =>
  (content as { type: string }[]).every(({ type }) => type === CONTENT_TYPE);

/** A set, in the order in which it was given; nothing where it is not given. */
export const contentOf = ({ content }: Values): Values =>
  content === undefined ? {} : { content: uniqWith(content as object[], same) };
