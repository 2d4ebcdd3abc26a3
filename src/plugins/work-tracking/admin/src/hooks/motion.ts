import { createGlobalStyle } from 'styled-components';

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Has the user asked the system for less motion? For movements that are not made by CSS. */
export const prefersReducedMotion = (): boolean => window.matchMedia(REDUCED).matches;

/** Stops motion while a page of the plugin is open, if the user wants less. Global: dialogs are outside of the page. */
export const StillMotion = createGlobalStyle`
  @media ${REDUCED} {
    *,
    *::before,
    *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0s !important;
      transition-delay: 0s !important;
      scroll-behavior: auto !important;
    }
  }
`;
