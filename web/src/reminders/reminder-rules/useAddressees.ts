import { listReminderAddressees, type ReminderAddressees } from '@plinth/api/reminders/reminder-rules'
import { useRecord } from '../../lib/useRecord.ts'
import { namesIn } from './rule-words.ts'

const personOption = ({ id, username, designation }: ReminderAddressees['people'][number]) => ({
  value: id,
  label: designation ? `${username}, ${designation}` : username,
})

/** Whom a rule may name: roles and people to choose from, and what each is called in a sentence. */
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
