import { Button } from '@strapi/design-system';
import { Filter } from '@strapi/icons';
import { styled } from 'styled-components';
import { useText } from '../../translations/messages';

interface FilterToggleProps {
  /** The id of the bar that it opens. */
  controls: string;
  /** How many filters are set. */
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens the filters on a narrow screen, where they would take too much room. */
export function FilterToggle({ controls, count, isOpen, onToggle }: FilterToggleProps) {
  const text = useText();
  return (
    <OnNarrowScreens>
      <Button
        variant="tertiary"
        size="S"
        startIcon={<Filter />}
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={onToggle}
      >
        {text('board.filter.open', { count })}
      </Button>
    </OnNarrowScreens>
  );
}

const OnNarrowScreens = styled.div`
  ${({ theme }) => theme.breakpoints.medium} {
    display: none;
  }
`;
