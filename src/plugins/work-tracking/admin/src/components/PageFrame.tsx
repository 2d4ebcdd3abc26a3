import { Box, Flex, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { BASE_PATH, PAGES } from '../pages/pages';
import { useMay } from '../permissions';
import { useText, type MessageId } from '../translations/messages';

interface PageFrameProps {
  title: MessageId;
  /** Beside the title: buttons, filters. */
  actions?: ReactNode;
  /** The page is as high as the window, and scrolls inside. */
  isFullHeight?: boolean;
  children: ReactNode;
}

/** What every page of "Work tracking" has around it: the tabs of those pages that the person may open, and its title. */
export function PageFrame({ title, actions, isFullHeight = false, children }: PageFrameProps) {
  const text = useText();
  return (
    <Main $isFullHeight={isFullHeight}>
      <Page.Title>{text(title)}</Page.Title>
      <Frame>
        <Tabs />
        <Flex justifyContent="space-between" gap={4} wrap="wrap" padding={[4, 6, 4, 6]}>
          <Typography tag="h1" variant="beta">
            {text(title)}
          </Typography>
          {actions}
        </Flex>
        <Body paddingLeft={6} paddingRight={6} paddingBottom={6}>
          {children}
        </Body>
      </Frame>
    </Main>
  );
}

function Tabs() {
  const text = useText();
  const may = useMay();
  return (
    <TabList aria-label={text('plugin.name')}>
      {PAGES.filter(({ action }) => may(action)).map(({ path, title }) => (
        <Tab key={path} to={`/${BASE_PATH}/${path}`}>
          {text(title)}
        </Tab>
      ))}
    </TabList>
  );
}

/** Strapi lays the page out below its banners: a page as high as the window takes what they leave. */
const Main = styled(Page.Main)<{ $isFullHeight: boolean }>`
  ${({ $isFullHeight }) => $isFullHeight && 'position: relative; flex: 1 0 0; min-height: 48rem; overflow: hidden;'}
`;

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
`;

const Body = styled(Box)`
  flex: 1;
  min-height: 0;
`;

const TabList = styled.nav`
  display: flex;
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

  &:hover {
    color: ${({ theme }) => theme.colors.neutral800};
  }

  &.active {
    color: ${({ theme }) => theme.colors.primary600};
    border-bottom-color: ${({ theme }) => theme.colors.primary600};
  }
`;
