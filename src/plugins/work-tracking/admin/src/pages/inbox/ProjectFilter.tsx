import { Box, Combobox, ComboboxOption } from '@strapi/design-system';
import { useGetInboxProjectsQuery } from '../../api/decisions';
import { useText } from '../../translations/messages';

interface ProjectFilterProps {
  /** A project's public id; empty for all. */
  project: string;
  onChange: (project: string) => void;
}

/** Not there for whoever may not read projects. */
export function ProjectFilter({ project, onChange }: ProjectFilterProps) {
  const text = useText();
  const { data: projects = [] } = useGetInboxProjectsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (projects.length === 0) return null;
  return (
    <Box width="24rem">
      <Combobox
        size="S"
        aria-label={text('inbox.project')}
        placeholder={text('inbox.project.all')}
        value={project}
        onChange={(chosen) => onChange(chosen)}
        onClear={() => onChange('')}
        clearLabel={text('inbox.project.clear')}
      >
        {projects.map(({ documentId, key, name }) => (
          <ComboboxOption key={documentId} value={documentId} textValue={key ?? documentId}>
            {name === undefined || name === key ? key : `${key} · ${name}`}
          </ComboboxOption>
        ))}
      </Combobox>
    </Box>
  );
}
