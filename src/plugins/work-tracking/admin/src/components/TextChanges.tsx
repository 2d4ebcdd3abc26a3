import { Typography } from '@strapi/design-system';
import { diffWordsWithSpace, type ChangeObject } from 'diff';
import { Fragment, useMemo } from 'react';
import { styled } from 'styled-components';
import { useText } from '../translations/messages';

/** Characters of what is the same that are kept beside each change. */
const CONTEXT_LENGTH = 120;

/** Of texts whose comparison takes longer, or finds more, the old one and the new one are shown as they are. */
const LIMITS = { maxEditLength: 500, timeout: 100 };

/** Two versions of a text in one: what was taken away is struck out, what was added is underlined. */
export function TextChanges({ before, after }: { before: string; after: string }) {
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
