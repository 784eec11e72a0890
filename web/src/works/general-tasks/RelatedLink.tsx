import { Anchor } from '@mantine/core'
import { recordPath } from '@plinth/api/reminders/record-path'
import type { ListedGeneralTask } from '@plinth/api/works/general-tasks'
import { Link } from '@tanstack/react-router'
import { dash, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

type Related = Pick<ListedGeneralTask, 'recordType' | 'recordId' | 'recordName' | 'recordContractId'>

/** A link to the record of a task; only its kind if the record is deleted or hidden from the user. */
export function RelatedLink({ recordType, recordId, recordName, recordContractId }: Related) {
  if (!recordType || !recordId) return dash
  if (recordName === null) return t('{kind} that cannot be shown', { kind: words(recordType) })
  return (
    <Anchor
      component={Link}
      to={recordPath({ recordType, recordId, contractId: recordContractId })}
      inherit
      underline="always"
    >
      {recordName}
    </Anchor>
  )
}
