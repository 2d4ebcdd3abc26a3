import { Dialog, Menu, TextInput } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import isEqual from 'lodash/isEqual';
import { useState } from 'react';
import { MAX_VIEW_NAME_LENGTH } from '../../../../../domain/board';
import type { BoardFilters } from '../../../api/board';
import {
  useAddBoardViewMutation,
  useChangeBoardViewMutation,
  useDeleteBoardViewMutation,
  useGetBoardViewsQuery,
  type BoardView,
} from '../../../api/board-page';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { Choice, Labelled } from '../../../components/fields';
import { FormDialog } from '../../../components/FormDialog';
import { useOutcomeNotification } from '../../../hooks/errors';
import { useRefusedFields } from '../../../hooks/refused-fields';
import { useText } from '../../../translations/messages';
import { NO_FILTERS, type ChangeFilters } from '../filters';

interface ViewsMenuProps {
  filters: BoardFilters;
  onChange: ChangeFilters;
}

/**
 * The named views: applies one, saves the filters as one, and changes or deletes the user's own that is shown. When the
 * filters have changed since, the view can take them.
 */
export function ViewsMenu({ filters, onChange }: ViewsMenuProps) {
  const text = useText();
  const { data } = useGetBoardViewsQuery(undefined, { refetchOnMountOrArgChange: true });
  const notifyOutcome = useOutcomeNotification();
  const [change] = useChangeBoardViewMutation();
  const [remove, removing] = useDeleteBoardViewMutation();
  const [edited, setEdited] = useState<{ view: BoardView | undefined }>();
  const [deleted, setDeleted] = useState<BoardView>();
  const views = data?.views ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  const same = isFiltered ? views.filter((view) => isEqual(view.filters, filters)) : [];
  const current = same.find(({ isOwn }) => isOwn) ?? same[0];
  // The view from which the filters were changed: the last one that was shown.
  const [lastId, setLastId] = useState<string>();
  if (current && current.id !== lastId) setLastId(current.id);
  const changed = current || !isFiltered ? undefined : views.find(({ id, isOwn }) => isOwn && id === lastId);

  async function keepFilters({ id, name, role }: BoardView) {
    notifyOutcome(await change({ id, name, role, filters }), text('board.view.saved', { name }));
  }

  const nameOf = ({ name, owner, isOwn }: BoardView) =>
    isOwn ? name : text('board.view.of', { name, owner });
  return (
    <>
      <Menu.Root>
        <Menu.Trigger size="S" variant="tertiary">
          {current ? text('board.view.current', { name: nameOf(current) }) : text('board.views')}
        </Menu.Trigger>
        <Menu.Content popoverPlacement="bottom-end">
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view.id === current?.id ? 'true' : undefined}
              onSelect={() => onChange({ ...NO_FILTERS, ...view.filters })}
            >
              {nameOf(view)}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Separator />}
          <Menu.Item disabled={!isFiltered} onSelect={() => setEdited({ view: undefined })}>
            {text('board.view.save_as')}
          </Menu.Item>
          {changed && (
            <Menu.Item onSelect={() => void keepFilters(changed)}>
              {text('board.view.keep_filters', { name: changed.name })}
            </Menu.Item>
          )}
          {current?.isOwn && (
            <>
              <Menu.Item onSelect={() => setEdited({ view: current })}>
                {text('board.view.change_this', { name: current.name })}
              </Menu.Item>
              <Menu.Item variant="danger" onSelect={() => setDeleted(current)}>
                {text('board.view.delete_this', { name: current.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Content>
      </Menu.Root>
      {edited && <ViewDialog view={edited.view} filters={filters} onClose={() => setEdited(undefined)} />}
      <Dialog.Root open={deleted !== undefined} onOpenChange={(isOpen) => !isOpen && setDeleted(undefined)}>
        {deleted && (
          <ConfirmDialog
            title={text('board.view.delete')}
            confirm={text('board.view.delete')}
            done={text('board.view.deleted', { name: deleted.name })}
            isLoading={removing.isLoading}
            act={() => remove(deleted.id)}
            onDone={() => setDeleted(undefined)}
          >
            {text(deleted.role === null ? 'board.view.delete.ask' : 'board.view.delete.ask_shared', {
              name: deleted.name,
            })}
          </ConfirmDialog>
        )}
      </Dialog.Root>
    </>
  );
}

interface ViewDialogProps {
  /** The view to change; none for a new one. */
  view: BoardView | undefined;
  /** The filters and the order of the board now. */
  filters: BoardFilters;
  onClose: () => void;
}

const FIELDS = { name: 'name' } as const;

/** Saves the board's filters under a name, or changes a view's name and with whom it is shared. */
function ViewDialog({ view, filters, onClose }: ViewDialogProps) {
  const text = useText();
  const { refused, refusal, refuse, forget } = useRefusedFields(FIELDS);
  const { toggleNotification } = useNotification();
  const { data } = useGetBoardViewsQuery(undefined);
  const [add, adding] = useAddBoardViewMutation();
  const [change, changing] = useChangeBoardViewMutation();
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState(view?.role ?? null);
  const [isMissing, setMissing] = useState(false);

  async function submit() {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const input = { name, role, filters: view?.filters ?? filters };
    const result = await (view ? change({ ...input, id: view.id }) : add(input));
    if (refuse(result)) return;
    toggleNotification({ type: 'success', message: text('board.view.saved', { name: name.trim() }) });
    onClose();
  }

  return (
    <FormDialog
      title={text(view ? 'board.view.change' : 'board.view.save')}
      submit={text('action.save')}
      isLoading={adding.isLoading || changing.isLoading}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Labelled
        label={text('board.view.name')}
        required
        error={isMissing && name.trim() === '' ? text('board.view.name_missing') : refused.name}
      >
        <TextInput
          value={name}
          maxLength={MAX_VIEW_NAME_LENGTH}
          onChange={({ target }) => {
            setName(target.value);
            forget('name');
          }}
        />
      </Labelled>
      <Labelled label={text('board.view.share')} hint={text('board.view.share.hint')}>
        <Choice
          choices={(data?.roles ?? []).map((one) => [String(one.id), one.name])}
          value={role === null ? '' : String(role)}
          placeholder={text('board.view.private')}
          onChange={(id) => setRole(id === '' ? null : Number(id))}
          clearLabel={text('board.filter.clear')}
        />
      </Labelled>
    </FormDialog>
  );
}
