import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { recordPath } from '@plinth/api/reminders/record-path'
import type { CoveredDeadline, UndatedKind, UndatedRecord } from '@plinth/api/reminders/reminder-coverage'
import { undatedKinds } from '@plinth/api/reminders/reminder-coverage'
import type { ReminderRule } from '@plinth/api/reminders/reminder-rules'
import { t } from '../../lib/language.ts'

/** What mends a gap: a place where somebody does it, or a rule that is switched on. */
export type Repair = { label: string } & ({ to: string; hash?: string } | { rule: ReminderRule })

/** Whether the signed-in person may do something. */
export type May = (module: ModuleName, can: Flag) => boolean

const rulesPath = '/reminders/rules'

/** The field of a record's form that says whose its deadlines are. */
const personFields: Partial<Record<CoveredDeadline['recordType'], string>> = {
  DEPOSIT: 'ownerId',
  TASK: 'assignedTo',
  GENERAL_TASK: 'assigneeId',
}

/** The part of a record's page that does, where no field of its form does. */
const personParts: Partial<Record<CoveredDeadline['recordType'], string>> = {
  CONTRACT: 'terms',
  EXEMPTION: 'terms',
  INSTRUMENT: 'deposits',
}

/** A field of a record's form, with the keyboard in it. */
const atField = (path: string, field: string) => ({ to: `${path}/edit`, hash: `field-${field}` })

function toRules(rules: readonly ReminderRule[], may: May): Repair {
  const mayEdit = may('Reminders', 'canEdit')
  const [first, second] = rules
  if (first && !second)
    return { label: mayEdit ? t('Change its rule') : t('Look at its rule'), to: `${rulesPath}/${first.id}` }
  return { label: mayEdit && first ? t('Change its rules') : t('Look at the rules'), to: rulesPath }
}

const isNarrowed = ({ amountFrom, contractTypes, purposes }: ReminderRule) =>
  amountFrom !== null || contractTypes.length + purposes.length > 0

/** One that is switched off and means every deadline of its kind is switched on; others have to be looked at. */
function forRule(ofKind: readonly ReminderRule[], may: May): Repair {
  const off = ofKind.find((rule) => !rule.isActive && !isNarrowed(rule))
  if (off && may('Reminders', 'canEdit')) return { label: t('Switch its rule on'), rule: off }
  if (ofKind.length === 0 && may('Reminders', 'canCreate'))
    return { label: t('Enter a rule'), to: `${rulesPath}/create` }
  return toRules(ofKind, may)
}

function forPerson(deadline: CoveredDeadline, may: May): Repair {
  // An exemption whose author has left is the tender's.
  const isOfContract = deadline.recordType === 'EXEMPTION'
  const path = isOfContract ? `/contracts/${deadline.contractId}` : recordPath(deadline)
  if (!may(deadlineKinds[deadline.kind].module, 'canEdit')) return { label: t('Look at the record'), to: path }
  const label = t('Name who does it')
  const field = personFields[deadline.recordType]
  if (field) return { label, ...atField(path, field) }
  const hash = personParts[deadline.recordType]
  return { label, to: path, ...(hash && { hash }) }
}

function forPermission({ ownerId, ownerName }: CoveredDeadline, ofKind: readonly ReminderRule[], may: May): Repair {
  if (ownerId && ownerName && may('UserRoleMapping', 'canView'))
    return { label: t('Roles of {name}', { name: ownerName }), to: `/admin/users/${ownerId}/roles` }
  if (may('Role', 'canView')) return { label: t('Look at the roles'), to: '/admin/roles' }
  return toRules(ofKind, may)
}

/** What mends a gap, as far as the person may; nothing of what is none. */
export function repairOf(deadline: CoveredDeadline, rules: readonly ReminderRule[], may: May): Repair | undefined {
  const ofKind = rules.filter(({ kind }) => kind === deadline.kind)
  const active = ofKind.filter(({ isActive }) => isActive)
  if (deadline.state === 'NO_RULE') return forRule(ofKind, may)
  if (deadline.state === 'NO_STEP_LEFT') return toRules(active, may)
  if (deadline.state === 'NOBODY') return forPerson(deadline, may)
  if (deadline.state === 'NOBODY_MAY_SEE') return forPermission(deadline, active, may)
  return undefined
}

/** Which records they are, and the field of their form that is empty; none of what has no page of its own. */
const undatedRecords = {
  TENDER: { recordType: 'CONTRACT', field: 'closingDate' },
  CONTRACT: { recordType: 'CONTRACT', field: 'givenEndDate' },
  DEPOSIT: { recordType: 'DEPOSIT', field: 'releaseBasis' },
  EXEMPTION: { recordType: 'EXEMPTION', field: null },
  GUARANTEE: { recordType: 'INSTRUMENT', field: 'expiresOn' },
  TASK: { recordType: 'TASK', field: 'givenEndDate' },
  GENERAL_TASK: { recordType: 'GENERAL_TASK', field: 'dueOn' },
} as const satisfies Record<UndatedKind, { recordType: CoveredDeadline['recordType']; field: string | null }>

/** What kind of record it is that has no day. */
export const recordTypeOf = ({ kind }: Pick<UndatedRecord, 'kind'>) => undatedRecords[kind].recordType

export const undatedPath = (record: UndatedRecord) => recordPath({ ...record, recordType: recordTypeOf(record) })

/** Where its day is entered; nothing for whoever may not. */
export function dayRepairOf(record: UndatedRecord, may: May): Repair | undefined {
  if (!may(undatedKinds[record.kind].module, 'canEdit')) return undefined
  const { field } = undatedRecords[record.kind]
  const path = undatedPath(record)
  return { label: t('Enter the day'), ...(field === null ? { to: path } : atField(path, field)) }
}
