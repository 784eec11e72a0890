import { listReminderAddressees, type ReminderAddressees } from '@plinth/api/reminders/reminder-rules'
import { useRecord } from '../../lib/useRecord.ts'
import { namesIn } from './rule-words.ts'

const personOption = ({ id, username, designation }: ReminderAddressees['people'][number]) => ({
  value: id,
  label: designation ? `${username}, ${designation}` : username,
})

/** The roles and users that a rule may name, as options, and the lookup of their names. */
export function useAddressees() {
  const { data } = useRecord(listReminderAddressees)
  return {
    isKnown: data !== undefined,
    roles: data?.roles.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    people: data?.people.map(personOption) ?? [],
    nameOf: namesIn(data),
  }
}
export type Addressees = ReturnType<typeof useAddressees>
