import { Badge, type BadgeProps } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { DAY_MS } from '../../../../domain/period';
import { titleOf, type Ticket } from '../../api/board';
import { Age } from '../../components/Time';
import { useText } from '../../translations/messages';

/** Only the most urgent have a colour; others, and those that a content team added, look the same. */
const PRIORITY_COLORS: Record<string, Pick<BadgeProps, 'backgroundColor' | 'textColor'>> = {
  P0: { backgroundColor: 'danger100', textColor: 'danger700' },
  P1: { backgroundColor: 'warning200', textColor: 'neutral800' },
};

interface CardFaceProps {
  ticket: Ticket;
  /** Replaces the plain title, with a link for example. */
  title?: ReactNode;
  controls?: ReactNode;
  /** Before all: its check box. */
  choice?: ReactNode;
  /** Has its work ended? It is not overdue then. */
  isEnded: boolean;
  /** Is it being dragged? */
  isLifted?: boolean;
}

/** A card's content. Plain elements with the theme's colours, as hundreds of design-system components render slowly. */
export function CardFace({ ticket, title, controls, choice, isEnded, isLifted = false }: CardFaceProps) {
  const { ref, project, priority, type, effort, labels, dueAt, assignee, syncedAt } = ticket;
  return (
    <Face $isLifted={isLifted} data-lifted={isLifted || undefined}>
      <Row>
        <Name>
          {choice}
          {ref ?? project?.key}
        </Name>
        {controls}
      </Row>
      <Title>{title ?? titleOf(ticket)}</Title>
      <Row>
        <Labels>
          {priority && (
            <Badge size="S" {...PRIORITY_COLORS[priority]}>
              {priority}
            </Badge>
          )}
          {type && <Label>{type}</Label>}
          {effort && <Label>{effort}</Label>}
          {labels?.map((label) => (
            <Label key={label}>{label}</Label>
          ))}
          {dueAt && !isEnded && <DueDate at={dueAt} />}
        </Labels>
        {syncedAt && <Age since={syncedAt} />}
      </Row>
      {assignee && <span>{assignee.name}</span>}
    </Face>
  );
}

/** A ticket shows its due date from this long before it. */
const NEAR_MS = 7 * DAY_MS;

/** The due date of a ticket, shown where it is near or past. */
function DueDate({ at }: { at: string }) {
  const text = useText();
  const { formatDate } = useIntl();
  const left = Date.parse(at) - Date.now();
  if (left > NEAR_MS) return null;
  const date = formatDate(at, { day: 'numeric', month: 'short' });
  const title = formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Badge
      size="S"
      title={title}
      {...(left < 0
        ? { backgroundColor: 'danger100', textColor: 'danger700' }
        : { backgroundColor: 'warning200', textColor: 'neutral800' })}
    >
      {text(left < 0 ? 'board.overdue' : 'board.due', { date })}
    </Badge>
  );
}

const Face = styled.article<{ $isLifted: boolean }>`
  padding: ${({ theme }) => theme.spaces[3]};
  color: ${({ theme }) => theme.colors.neutral600};
  background: ${({ theme }) => theme.colors[theme.colorScheme === 'dark' ? 'neutral150' : 'neutral0']};
  border: 1px solid ${({ theme, $isLifted }) => theme.colors[$isLifted ? 'primary500' : 'neutral200']};
  border-radius: 6px;
  box-shadow: ${({ theme, $isLifted }) => ($isLifted ? theme.shadows.popupShadow : 'none')};
  cursor: ${({ $isLifted }) => ($isLifted ? 'grabbing' : 'auto')};
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: ${({ theme }) => theme.lineHeights[3]};
  &:has([aria-current]) {
    border-color: ${({ theme }) => theme.colors.primary600};
  }
  /* Strapi has a rule for every element. */
  &,
  & * {
    overflow-wrap: anywhere;
  }
`;

const Row = styled.div`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[2]};
  min-height: 2.4rem;

  & > time {
    flex: none;
  }
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[2]};
`;

const Title = styled.p`
  margin-bottom: ${({ theme }) => theme.spaces[1]};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  font-weight: ${({ theme }) => theme.fontWeights.semiBold};
  line-height: ${({ theme }) => theme.lineHeights[4]};
`;

const Labels = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.spaces[1]};
`;

const Label = styled.span`
  padding: 0 ${({ theme }) => theme.spaces[1]};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  font-size: ${({ theme }) => theme.fontSizes[0]};
  line-height: 1.6rem;
`;
