import { Box } from '@strapi/design-system';
import { useGetInboxProjectsQuery } from '../../api/decisions';
import { ProjectCombobox } from '../../components/ProjectCombobox';
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
      <ProjectCombobox
        projects={projects}
        label={text('inbox.project')}
        placeholder={text('inbox.project.all')}
        value={project}
        onChange={onChange}
        clearLabel={text('inbox.project.clear')}
      />
    </Box>
  );
}
