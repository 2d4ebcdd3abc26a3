import { TextInput } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { KEY_PATTERN } from '../../../../domain/project';
import { useSaveProjectMutation, type ListedProject, type ProjectData } from '../../api/projects';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { RequiredFields, useRequiredFields } from '../../components/RequiredFields';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText, type MessageId } from '../../translations/messages';

interface ProjectDialogProps {
  /** The project to change; undefined to make a new one. */
  project: ListedProject | undefined;
  onClose: () => void;
}

/** The invalid fields, each with what is wrong with it. */
const invalidFields = ({
  key,
  name,
  ventureKey,
}: ProjectData): Partial<Record<keyof ProjectData, MessageId>> => ({
  ...(KEY_PATTERN.test(key) ? {} : { key: 'projects.key.hint' }),
  ...(name.trim() === '' ? { name: 'projects.name.missing' } : {}),
  ...(KEY_PATTERN.test(ventureKey) ? {} : { ventureKey: 'projects.key.hint' }),
});

const FIELDS = [
  ['key', 'projects.key'],
  ['name', 'projects.name'],
  ['ventureKey', 'projects.venture'],
] as const satisfies readonly [keyof ProjectData, MessageId][];

const BY_NAME = { key: 'key', name: 'name', ventureKey: 'ventureKey' } as const;

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const text = useText();
  const required = useRequiredFields('project', project === undefined);
  const { refused, refusal, refuse, forget } = useRefusedFields<string>({ ...required.byName, ...BY_NAME });
  const { toggleNotification } = useNotification();
  const [save, { isLoading }] = useSaveProjectMutation();
  const [data, setData] = useState<ProjectData>({
    key: project?.key ?? '',
    name: project?.name ?? '',
    ventureKey: project?.ventureKey ?? '',
  });
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const invalid = invalidFields(data);

  async function submit() {
    setHasSubmitted(true);
    if (Object.keys(invalid).length > 0) return;
    const result = await save({
      ...data,
      ...(project ? { documentId: project.documentId } : required.given),
    });
    if (refuse(result)) return;
    toggleNotification({ type: 'success', message: text('projects.saved', { key: data.key }) });
    onClose();
  }

  return (
    <FormDialog
      title={project ? text('projects.edit', { key: project.key }) : text('projects.create')}
      submit={text('action.save')}
      {...{ isLoading, refusal, onClose }}
      isReady={required.isAskable}
      onSubmit={submit}
    >
      {FIELDS.map(([field, label]) => {
        const wrong = hasSubmitted ? invalid[field] : undefined;
        const error = wrong ? text(wrong) : refused[field];
        return (
          <Labelled
            key={field}
            label={text(label)}
            required
            error={error}
            hint={field === 'name' ? undefined : text('projects.key.hint')}
          >
            <TextInput
              value={data[field]}
              onChange={({ target }) => {
                setData({ ...data, [field]: target.value });
                forget(field);
              }}
            />
          </Labelled>
        );
      })}
      <RequiredFields {...{ required, refused, forget }} />
    </FormDialog>
  );
}
