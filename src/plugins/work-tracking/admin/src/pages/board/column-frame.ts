import { css, type DefaultTheme } from 'styled-components';

export interface FrameProps {
  /** Can the dragged ticket be moved here? Undefined while none is dragged. */
  $accepts: boolean | undefined;
  $isOver: boolean;
}

/** In both themes the cards are lighter than the column. */
const columnColor = ({ colorScheme }: DefaultTheme) => (colorScheme === 'dark' ? 'neutral0' : 'neutral150');

/** How a column looks, and how it shows whether it takes the dragged card. */
export const frameStyles = css<FrameProps>`
  min-height: 0;
  background: ${({ theme, $isOver }) => ($isOver ? theme.colors.primary100 : theme.colors[columnColor(theme)])};
  border: 1px ${({ $accepts }) => ($accepts ? 'dashed' : 'solid')}
    ${({ theme, $accepts }) => ($accepts ? theme.colors.primary500 : 'transparent')};
  border-radius: 8px;
  opacity: ${({ $accepts }) => ($accepts === false ? 0.4 : 1)};
  cursor: ${({ $accepts }) => ($accepts === false ? 'not-allowed' : 'auto')};
  transition:
    opacity 120ms,
    background 120ms;
`;
