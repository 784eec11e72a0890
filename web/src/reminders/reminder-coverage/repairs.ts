import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { recordPath } from '@plinth/api/reminders/record-path'
import type { CoveredDeadline, UndatedKind, UndatedRecord } from '@plinth/api/reminders/reminder-coverage'
import { undatedKinds } from '@plinth/api/reminders/reminder-coverage'
import type { ReminderRule } from '@plinth/api/reminders/reminder-rules'
import { t } from '../../lib/language.ts'

/** The repair of a gap: a page to do it on, or a rule to switch on. */
export type Repair = { label: string } & ({ to: string; hash?: string } | { rule: ReminderRule })

/** Whether the signed-in user has a permission. */
export type May = (module: ModuleName, can: Flag) => boolean

const rulesPath = '/reminders/rules'

/** The field of a record's form that names the owner of its deadlines. */
const personFields: Partial<Record<CoveredDeadline['recordType'], string>> = {
  DEPOSIT: 'ownerId',
  TASK: 'assignedTo',
  GENERAL_TASK: 'assigneeId',
}

/** The part of a record's page that names the owner, if no field of its form does. */
const personParts: Partial<Record<CoveredDeadline['recordType'], string>> = {
  CONTRACT: 'terms',
  EXEMPTION: 'terms',
  INSTRUMENT: 'deposits',
}

/** A link to a record's form with the focus in a field. */
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

/** Switches on a rule that applies to every deadline of its kind; others need a look by the user. */
function forRule(ofKind: readonly ReminderRule[], may: May): Repair {
  const off = ofKind.find((rule) => !rule.isActive && !isNarrowed(rule))
  if (off && may('Reminders', 'canEdit')) return { label: t('Switch its rule on'), rule: off }
  if (ofKind.length === 0 && may('Reminders', 'canCreate'))
    return { label: t('Enter a rule'), to: `${rulesPath}/create` }
  return toRules(ofKind, may)
}

function forPerson(deadline: CoveredDeadline, may: May): Repair {
  // The deadlines of an exemption whose creator has left belong to the owner of the tender.
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

/** The repair of a gap within the user's permissions; undefined if the deadline is no gap. */
export function repairOf(deadline: CoveredDeadline, rules: readonly ReminderRule[], may: May): Repair | undefined {
  const ofKind = rules.filter(({ kind }) => kind === deadline.kind)
  const active = ofKind.filter(({ isActive }) => isActive)
  if (deadline.state === 'NO_RULE') return forRule(ofKind, may)
  if (deadline.state === 'NO_STEP_LEFT') return toRules(active, may)
  if (deadline.state === 'NOBODY') return forPerson(deadline, may)
  if (deadline.state === 'NOBODY_MAY_SEE') return forPermission(deadline, active, may)
  return undefined
}

/** The record type of each undated kind, and the empty field of its form; null without a form of its own. */
const undatedRecords = {
  TENDER: { recordType: 'CONTRACT', field: 'closingDate' },
  CONTRACT: { recordType: 'CONTRACT', field: 'givenEndDate' },
  DEPOSIT: { recordType: 'DEPOSIT', field: 'releaseBasis' },
  EXEMPTION: { recordType: 'EXEMPTION', field: null },
  GUARANTEE: { recordType: 'INSTRUMENT', field: 'expiresOn' },
  TASK: { recordType: 'TASK', field: 'givenEndDate' },
  GENERAL_TASK: { recordType: 'GENERAL_TASK', field: 'dueOn' },
} as const satisfies Record<UndatedKind, { recordType: CoveredDeadline['recordType']; field: string | null }>

/** The record type of an undated record. */
export const recordTypeOf = ({ kind }: Pick<UndatedRecord, 'kind'>) => undatedRecords[kind].recordType

export const undatedPath = (record: UndatedRecord) => recordPath({ ...record, recordType: recordTypeOf(record) })

/** The link to enter the day of an undated record; undefined without permission. */
export function dayRepairOf(record: UndatedRecord, may: May): Repair | undefined {
  if (!may(undatedKinds[record.kind].module, 'canEdit')) return undefined
  const { field } = undatedRecords[record.kind]
  const path = undatedPath(record)
  return { label: t('Enter the day'), ...(field === null ? { to: path } : atField(path, field)) }
}
