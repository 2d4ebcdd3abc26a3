import { Badge, Flex, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ListedDecision } from '../api/decisions';
import { useText } from '../translations/messages';
import { shortened } from './LongText';
import { Note } from './Note';
import { Age } from './Time';

/** The list that the lines are in. */
export const DecisionLines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`;

interface DecisionLineProps {
  decision: ListedDecision;
  to: string;
  isCurrent: boolean;
  onClick?: () => void;
}

/** A decision in a list: its title and project, and who asked and how long ago, or who resolved it and when. */
export function DecisionLine({ decision, to, isCurrent, onClick }: DecisionLineProps) {
  const text = useText();
  const { title, slug, project, createdAt, state, verdict, askedBy, resolvedAt, resolvedBy } = decision;
  const isResolved = state === 'resolved';
  const since = isResolved ? resolvedAt : createdAt;
  const asked = !isResolved && askedBy?.name && text('inbox.askedBy', { name: askedBy.name });
  return (
    <li>
      <LineLink
        to={to}
        aria-current={isCurrent ? 'true' : undefined}
        $isCurrent={isCurrent}
        onClick={onClick}
      >
        <Typography fontWeight="semiBold" textColor="neutral800" ellipsis>
          {title ?? slug ?? text('inbox.untitled')}
        </Typography>
        <Flex justifyContent="space-between" gap={2}>
          <Note ellipsis>{[project?.key, asked, resolvedBy?.name].filter(Boolean).join(' · ')}</Note>
          {since && (
            <Note shrink={0}>
              <Age since={since} />
            </Note>
          )}
        </Flex>
        {verdict && (
          <Flex>
            <Verdict>{shortened(verdict)}</Verdict>
          </Flex>
        )}
      </LineLink>
    </li>
  );
}

/** A verdict is free text, so a long one is cut off. */
const Verdict = styled(Badge)`
  max-width: 100%;

  span {
    overflow: hidden;
    text-overflow: ellipsis;
    text-transform: none;
    white-space: nowrap;
  }
`;

const LineLink = styled(Link)<{ $isCurrent: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[1]};
  padding: ${({ theme }) => `${theme.spaces[3]} ${theme.spaces[4]}`};
  color: inherit;
  text-decoration: none;
  background: ${({ theme, $isCurrent }) => ($isCurrent ? theme.colors.primary100 : 'none')};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
  box-shadow: ${({ theme, $isCurrent }) =>
    $isCurrent ? `inset 3px 0 0 ${theme.colors.primary600}` : 'none'};

  &:hover {
    background: ${({ theme, $isCurrent }) => ($isCurrent ? theme.colors.primary100 : theme.colors.neutral100)};
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: -2px;
  }
`;
