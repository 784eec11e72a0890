import { Anchor } from '@mantine/core'
import type { ListedGeneralTask, RelatedRecord } from '@plinth/api/general-tasks'
import { Link } from '@tanstack/react-router'
import { dash, words } from '../lib/format.ts'
import { t } from '../lib/language.ts'

type Related = Pick<ListedGeneralTask, 'recordType' | 'recordId' | 'recordName' | 'recordContractId'>

const paths: Record<RelatedRecord, (id: string, contractId: string | null) => string> = {
  CONTRACT: (id) => `/contracts/${id}`,
  DEPOSIT: (id, contractId) => `/contracts/${contractId}/security-deposit/${id}/view`,
  INSTRUMENT: (id) => `/contracts/instruments/${id}`,
  PROJECT: (id) => `/projects/${id}`,
  TASK: (id) => `/project-tasks/${id}`,
}

/** What a task is about, as a way there; by its kind alone where it is gone or not to be seen. */
export function RelatedLink({ recordType, recordId, recordName, recordContractId }: Related) {
  if (!recordType || !recordId) return dash
  if (recordName === null) return t('{kind} that cannot be shown', { kind: words(recordType) })
  return (
    <Anchor component={Link} to={paths[recordType](recordId, recordContractId)} inherit underline="always">
      {recordName}
    </Anchor>
  )
}
