import { createGlobalStyle } from 'styled-components';

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Whether the user has asked the system for less motion: for what moves without CSS. */
export const prefersReducedMotion = (): boolean => window.matchMedia(REDUCED).matches;

/** For whom less motion is wanted, nothing moves while a page of the plugin is open; dialogs are outside of the page. */
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
