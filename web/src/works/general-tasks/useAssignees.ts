import { listGeneralTaskAssignees } from '@plinth/api/works/general-tasks'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'

/** The users a task can be assigned to, and their names by id. */
export function useAssignees() {
  const { data } = useRecord(listGeneralTaskAssignees)
  const options = data?.map(({ id, username }) => ({ value: id, label: username })) ?? []
  const nameOf = (id: string) =>
    options.find(({ value }) => value === id)?.label ?? (data ? t('Somebody who has left') : '…')
  return { options, nameOf }
}
