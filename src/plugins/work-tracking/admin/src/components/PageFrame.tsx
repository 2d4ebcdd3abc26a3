import { Box, EmptyStateLayout, Flex, LinkButton, Typography } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { Page } from '@strapi/strapi/admin';
import { useEffect, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link, NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { useLastAnswer } from '../hooks/connection';
import { useFocusOnArrival, useKeptFocus } from '../hooks/kept-focus';
import { StillMotion } from '../hooks/motion';
import { useMayOpen } from '../hooks/permissions';
import { pagePath, PAGES } from '../navigation';
import { useText, type MessageId } from '../translations/messages';

interface PageFrameProps {
  title: MessageId;
  /** Beside the title: buttons, filters. */
  actions?: ReactNode;
  /** The page is as high as the window and scrolls inside; otherwise it is as high as its content. */
  isFullHeight?: boolean;
  children: ReactNode;
}

/** The frame of every page: the tabs of the pages that the user may open, and the page's title. */
export function PageFrame({ title, actions, isFullHeight = false, children }: PageFrameProps) {
  const text = useText();
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame);
  useFocusOnArrival();
  return (
    <Main $isFullHeight={isFullHeight}>
      <Page.Title>{text(title)}</Page.Title>
      <StillMotion />
      <Flex ref={frame} direction="column" alignItems="stretch" height="100%">
        <Tabs />
        <OfflineNotice />
        <Flex justifyContent="space-between" gap={4} wrap="wrap" padding={[4, 6, 4, 6]}>
          <Typography tag="h1" variant="beta">
            {text(title)}
          </Typography>
          {actions}
        </Flex>
        <Box flex="1" minHeight={0} paddingLeft={6} paddingRight={6} paddingBottom={6}>
          {children}
        </Box>
      </Flex>
    </Main>
  );
}

function Tabs() {
  const text = useText();
  const mayOpen = useMayOpen();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the tabs scroll, and the current one may be the last.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <TabList ref={list} aria-label={text('plugin.name')}>
      {PAGES.filter(mayOpen).map(({ name, title }) => (
        <Tab key={name} to={pagePath(name)}>
          {text(title)}
        </Tab>
      ))}
    </TabList>
  );
}

/** Says that the server does not answer, and of when is what the page shows. A screen reader is told, too. */
function OfflineNotice() {
  const text = useText();
  const { formatTime } = useIntl();
  const lastAnswer = useLastAnswer();
  return (
    <div role="status">
      {lastAnswer !== undefined && (
        <Box background="warning100" paddingTop={2} paddingBottom={2} paddingLeft={6} paddingRight={6}>
          <Typography textColor="warning700">
            {text('state.offline', { time: formatTime(lastAnswer, { timeStyle: 'short' }) })}
          </Typography>
        </Box>
      )}
    </div>
  );
}

/** For an address that leads to no page: says so, and leads to the first page that the user may see. */
export function UnknownPage() {
  const text = useText();
  const first = PAGES.find(useMayOpen());
  return (
    <PageFrame title="unknown.title">
      <EmptyStateLayout
        icon={<EmptyDocuments width="16rem" />}
        content={text('unknown.text')}
        action={
          first && (
            <LinkButton tag={Link} to={pagePath(first.name)} variant="secondary">
              {text('unknown.back', { page: text(first.title) })}
            </LinkButton>
          )
        }
        hasRadius
        shadow="tableShadow"
      />
    </PageFrame>
  );
}

/** Strapi may show banners above the page, so a page of full height takes the rest of the window. */
const Main = styled(Page.Main)<{ $isFullHeight: boolean }>`
  ${({ $isFullHeight }) => $isFullHeight && 'position: relative; flex: 1 0 0; min-height: 48rem; overflow: hidden;'}
`;

const TabList = styled.nav`
  display: flex;
  overflow-x: auto;
  gap: ${({ theme }) => theme.spaces[5]};
  padding: 0 ${({ theme }) => theme.spaces[6]};
  background: ${({ theme }) => theme.colors.neutral0};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
`;

const Tab = styled(NavLink)`
  padding: ${({ theme }) => theme.spaces[4]} 0;
  color: ${({ theme }) => theme.colors.neutral600};
  border-bottom: 2px solid transparent;
  font-size: ${({ theme }) => theme.fontSizes[2]};
  line-height: ${({ theme }) => theme.lineHeights[4]};
  font-weight: ${({ theme }) => theme.fontWeights.semiBold};
  text-decoration: none;
  white-space: nowrap;

  &:hover {
    color: ${({ theme }) => theme.colors.neutral800};
  }

  &.active {
    color: ${({ theme }) => theme.colors.primary600};
    border-bottom-color: ${({ theme }) => theme.colors.primary600};
  }
`;
