import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { diffWordsWithSpace, type ChangeObject } from 'diff';
import { Fragment, useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { referenceText } from '../../../domain/content';
import { useGetContentChangesQuery, type ChangedPart, type LocaleChanges } from '../api/content-changes';
import type { Entry } from '../api/entries';
import { useText } from '../translations/messages';
import { useEntryName } from './entry-name';
import { Note } from './Note';
import { QueryStates } from './QueryStates';

interface EntryChangesProps {
  documentId: string;
  /** Of what is to be signed. */
  contentDigest: string;
  /** Once the user can see what is to be signed: its digest by then. */
  onShown: (contentDigest: string | null) => void;
}

/** What has changed in the entries of a decision since they were last approved or published, field by field. */
export default function EntryChanges({ documentId, contentDigest, onShown }: EntryChangesProps) {
  const text = useText();
  const query = useGetContentChangesQuery({ documentId, contentDigest });
  // Not what was shown for another digest.
  const data = query.isFetching ? undefined : query.currentData;
  useEffect(() => {
    if (data) onShown(data.contentDigest);
  }, [data, onShown]);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} paddingBottom={5}>
      <QueryStates query={{ ...query, data }}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Typography textColor="neutral600">{text('content.hidden')}</Typography>
          ) : (
            entries.map(({ entry, locales }) => (
              <ChangesOf key={referenceText(entry)} entry={entry} locales={locales} />
            ))
          )
        }
      </QueryStates>
    </Flex>
  );
}

function ChangesOf({ entry, locales }: { entry: Entry; locales: readonly LocaleChanges[] }) {
  const name = useEntryName()(entry);
  if (entry.state !== 'readable') return <Typography textColor="neutral600">{name}</Typography>;
  return locales.map((changes) => <InLocale key={changes.locale} name={name} changes={changes} />);
}

function InLocale({ name, changes }: { name: string; changes: LocaleChanges }) {
  const text = useText();
  const { formatDate } = useIntl();
  const { locale, isPublished, approvedAt, parts, further, hasUnreadable, previewUrl } = changes;
  const title =
    approvedAt === null
      ? text('changes.title')
      : text('changes.since', { time: formatDate(approvedAt, { dateStyle: 'medium', timeStyle: 'short' }) });
  const heading = [title, name, locale].filter(Boolean).join(' · ');
  const isEmpty = parts.length === 0 && !hasUnreadable;
  const isNew = approvedAt === null && !isPublished;
  const none = approvedAt === null ? 'changes.none' : 'changes.none_since';
  return (
    <Box tag="section" aria-label={heading} background="neutral100" hasRadius padding={4}>
      <Flex justifyContent="space-between" gap={4} paddingBottom={2}>
        <Typography variant="omega" fontWeight="semiBold" tag="h3" style={{ overflowWrap: 'anywhere' }}>
          {heading}
        </Typography>
        {previewUrl !== null && (
          <Link href={previewUrl} isExternal>
            {text('changes.preview')}
          </Link>
        )}
      </Flex>
      {isEmpty && <Remark>{text(isNew ? 'changes.empty' : none)}</Remark>}
      {isNew && !isEmpty && <Remark>{text('changes.new')}</Remark>}
      <Flex tag="dl" direction="column" alignItems="stretch" gap={3} paddingTop={2}>
        {parts.map((part) => (
          <div key={JSON.stringify(part.path)} style={{ overflowWrap: 'anywhere' }}>
            <Typography tag="dt" variant="pi" fontWeight="bold">
              {part.path.join(' › ')}
            </Typography>
            <Box tag="dd" margin={0}>
              <Change part={part} />
              {part.isCut && <Remark>{text('changes.cut')}</Remark>}
            </Box>
          </div>
        ))}
      </Flex>
      {further > 0 && <Remark>{text('changes.further', { count: further })}</Remark>}
      {hasUnreadable && <Remark>{text('changes.unreadable')}</Remark>}
    </Box>
  );
}

const Remark = ({ children }: { children: string }) => (
  <Note tag="p" paddingTop={1}>
    {children}
  </Note>
);

function Change({ part: { before, after } }: { part: ChangedPart }) {
  const entriesOf = (value: typeof before) => (value && 'entries' in value ? value.entries : []);
  if ([before, after].some((value) => value && 'entries' in value)) {
    return <EntryList removed={entriesOf(before)} added={entriesOf(after)} />;
  }
  const textOf = (value: typeof before) => (value && 'text' in value ? value.text : '');
  return <TextChanges before={textOf(before)} after={textOf(after)} />;
}

/** The entries of a relation that only one of the two has. */
function EntryList({ removed, added }: { removed: readonly Entry[]; added: readonly Entry[] }) {
  const text = useText();
  const entryName = useEntryName();
  const nameOf = (entry: Entry) => [entryName(entry), entry.locale].filter(Boolean).join(' · ');
  if (removed.length + added.length === 0) return <Typography>{text('changes.order')}</Typography>;
  return (
    <Flex tag="ul" direction="column" alignItems="flex-start" gap={1} style={{ listStyle: 'none' }}>
      {removed.map((entry) => (
        <li key={referenceText(entry)}>
          <Typography tag="del" textColor="danger700">
            {nameOf(entry)}
          </Typography>
        </li>
      ))}
      {added.map((entry) => (
        <li key={referenceText(entry)}>
          <Typography tag="ins" textColor="success700">
            {nameOf(entry)}
          </Typography>
        </li>
      ))}
    </Flex>
  );
}

/** Characters of what is the same that are kept beside each change. */
const CONTEXT_LENGTH = 120;

/** Of texts whose comparison takes longer, or finds more, the old one and the new one are shown as they are. */
const LIMITS = { maxEditLength: 500, timeout: 100 };

/** Two versions of a text in one: what was taken away is struck out, what was added is underlined. */
function TextChanges({ before, after }: { before: string; after: string }) {
  const text = useText();
  const pieces = useMemo(() => piecesOf(before, after), [before, after]);
  if (before === after) return <Typography textColor="neutral600">{text('changes.unseen')}</Typography>;
  return (
    <Text>
      {pieces.map((piece, index) => {
        const { value, added, removed } = piece;
        if (added) return <ins key={index}>{value}</ins>;
        if (removed) return <del key={index}>{value}</del>;
        return <Fragment key={index}>{inContext(value, index === 0, index === pieces.length - 1)}</Fragment>;
      })}
    </Text>
  );
}

function piecesOf(
  before: string,
  after: string,
): Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>[] {
  const whole = [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ].filter(({ value }) => value !== '');
  if (whole.length < 2) return whole;
  return diffWordsWithSpace(before, after, LIMITS) ?? whole;
}

/** The ends of a long text beside changes; of one at either end of all, the end beside the change. */
function inContext(value: string, isFirst: boolean, isLast: boolean): string {
  if (value.length <= 2 * CONTEXT_LENGTH) return value;
  const start = isFirst ? '' : value.slice(0, CONTEXT_LENGTH);
  const end = isLast ? '' : value.slice(-CONTEXT_LENGTH);
  return `${start}…${end}`;
}

const Text = styled(Typography)`
  white-space: pre-wrap;

  del {
    background: ${({ theme }) => theme.colors.danger100};
    color: ${({ theme }) => theme.colors.danger700};
  }

  ins {
    background: ${({ theme }) => theme.colors.success100};
    color: ${({ theme }) => theme.colors.success700};
  }
`;
