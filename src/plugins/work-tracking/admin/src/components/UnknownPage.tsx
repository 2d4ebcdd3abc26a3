import { EmptyStateLayout, LinkButton } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { Link } from 'react-router-dom';
import { useMayOpen } from '../hooks/permissions';
import { pagePath, PAGES } from '../navigation';
import { useText } from '../translations/messages';
import { PageFrame } from './PageFrame';

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
