import type { ListedProject } from '../../api/projects';
import { Choice, Labelled } from '../../components/fields';
import { projectLabel } from '../../components/ProjectCombobox';
import { useText } from '../../translations/messages';

interface ProjectSelectProps {
  projects: readonly ListedProject[];
  /** A project's public id; empty for none yet. */
  value: string;
  onChange: (documentId: string) => void;
}

export function ProjectSelect({ projects, value, onChange }: ProjectSelectProps) {
  const text = useText();
  return (
    <Labelled label={text('tokens.project')} required>
      <Choice
        choices={projects.map((project) => [project.documentId, projectLabel(project)])}
        value={value}
        placeholder={text('tokens.project.choose')}
        onChange={onChange}
      />
    </Labelled>
  );
}
