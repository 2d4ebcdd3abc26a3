import { Badge, Dialog, Flex, IconButton, Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { Cross, Eye, Trash } from '@strapi/icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import {
  useRevokeTokenMutation,
  useUnbindTokenMutation,
  type ProjectToken,
  type TokenAccess,
} from '../../api/projects';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Note } from '../../components/Note';
import { CellActions, TableHead } from '../../components/Table';
import { Age } from '../../components/Time';
import { useText, type MessageId } from '../../translations/messages';
import { TokenActionsDialog } from './TokenActions';

export const ACCESS_NAMES: Record<TokenAccess, MessageId> = {
  full: 'tokens.access.full',
  'read-only': 'tokens.access.readOnly',
  custom: 'tokens.access.custom',
  'strapi-full-access': 'tokens.access.strapiFull',
  'strapi-read-only': 'tokens.access.strapiReadOnly',
};

const COLUMNS: readonly MessageId[] = [
  'tokens.name',
  'tokens.project',
  'tokens.access',
  'tokens.lastUsed',
  'tokens.expires',
  'tokens.issued',
  'table.actions',
];

export function TokenTable({ tokens, canManage }: { tokens: readonly ProjectToken[]; canManage: boolean }) {
  const text = useText();
  const [ending, setEnding] = useState<ProjectToken | null>(null);
  const [shown, setShown] = useState<ProjectToken | null>(null);
  return (
    <>
      <Table colCount={COLUMNS.length} rowCount={tokens.length + 1}>
        <TableHead columns={COLUMNS} />
        <Tbody>
          {tokens.map((token) => (
            <Tr key={token.id}>
              <TokenCells token={token} />
              <Td>
                <CellActions>
                  <IconButton
                    variant="ghost"
                    label={text('tokens.opens', { name: token.name })}
                    onClick={() => setShown(token)}
                  >
                    <Eye />
                  </IconButton>
                  {canManage && <EndButton token={token} onAsk={() => setEnding(token)} />}
                </CellActions>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {shown && <TokenActionsDialog token={shown} onClose={() => setShown(null)} />}
      <Dialog.Root open={ending !== null} onOpenChange={(isOpen) => !isOpen && setEnding(null)}>
        {ending && <ConfirmEnd token={ending} onDone={() => setEnding(null)} />}
      </Dialog.Root>
    </>
  );
}

interface EndButtonProps {
  token: ProjectToken;
  onAsk: () => void;
}

/** Revokes a token that was issued here, and unbinds another. */
function EndButton({ token, onAsk }: EndButtonProps) {
  const text = useText();
  return (
    <IconButton
      variant="ghost"
      label={text(token.isIssuedHere ? 'tokens.revoke' : 'tokens.unbind', { name: token.name })}
      onClick={onAsk}
    >
      {token.isIssuedHere ? <Trash /> : <Cross />}
    </IconButton>
  );
}

function TokenCells({
  token: { name, project, access, lastUsedAt, expiresAt, issued },
}: {
  token: ProjectToken;
}) {
  const text = useText();
  const { formatDate } = useIntl();
  const isExpired = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return (
    <>
      <Td>
        <Typography fontWeight="semiBold">{name}</Typography>
      </Td>
      <Td>
        <Typography>{project.key}</Typography>
      </Td>
      <Td>
        <Typography>{text(ACCESS_NAMES[access])}</Typography>
      </Td>
      <Td>
        <Typography textColor={lastUsedAt ? 'neutral800' : 'neutral600'}>
          {lastUsedAt ? <Age since={lastUsedAt} /> : text('tokens.neverUsed')}
        </Typography>
      </Td>
      <Td>
        {isExpired ? (
          <Badge textColor="danger700" backgroundColor="danger100">
            {text('tokens.expired')}
          </Badge>
        ) : (
          <Typography textColor={expiresAt ? 'neutral800' : 'neutral600'}>
            {expiresAt ? (
              <time
                dateTime={expiresAt}
                title={formatDate(expiresAt, { dateStyle: 'full', timeStyle: 'short' })}
              >
                {formatDate(expiresAt, { dateStyle: 'medium' })}
              </time>
            ) : (
              text('tokens.neverExpires')
            )}
          </Typography>
        )}
      </Td>
      <Td>
        {issued && (
          <Flex gap={2}>
            <Typography ellipsis>{issued.by.name}</Typography>
            <Note shrink={0}>
              <Age since={issued.at} />
            </Note>
          </Flex>
        )}
      </Td>
    </>
  );
}

const REVOKE = {
  title: 'tokens.revoke.title',
  text: 'tokens.revoke.text',
  confirm: 'tokens.revoke.confirm',
  done: 'tokens.revoke.done',
} as const;

const UNBIND = {
  title: 'tokens.unbind.title',
  text: 'tokens.unbind.text',
  confirm: 'tokens.unbind.confirm',
  done: 'tokens.unbind.done',
} as const;

function ConfirmEnd({ token, onDone }: { token: ProjectToken; onDone: () => void }) {
  const text = useText();
  const { id, name, project, isIssuedHere } = token;
  const [revoke, revoking] = useRevokeTokenMutation();
  const [unbind, unbinding] = useUnbindTokenMutation();
  const texts = isIssuedHere ? REVOKE : UNBIND;
  return (
    <ConfirmDialog
      title={text(texts.title)}
      confirm={text(texts.confirm)}
      done={text(texts.done, { name })}
      isLoading={revoking.isLoading || unbinding.isLoading}
      act={() => (isIssuedHere ? revoke(id) : unbind(id))}
      onDone={onDone}
    >
      {text(texts.text, { name, key: project.key })}
    </ConfirmDialog>
  );
}
