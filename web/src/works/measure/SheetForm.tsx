import { Skeleton } from '@mantine/core'
import {
  listMeasurableAgreements,
  listMeasurableItems,
  type MeasurableAgreement,
} from '@plinth/api/works/measured-items'
import { sendMeasurementLines, sentLines } from '@plinth/api/works/measurement-lines'
import {
  createMeasurementSheet,
  getMeasurementSheet,
  sheetLabels as labels,
  type MeasurementSheet,
  updateMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { today } from '../../lib/days.ts'
import { plainText } from '../../lib/format.ts'
import { whenIdle } from '../../lib/idle.ts'
import { t, translated } from '../../lib/language.ts'
import { lazyScript } from '../../lib/lazy-script.ts'
import { useUser } from '../../lib/session.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useSiteRecord } from '../../lib/useSiteRecord.ts'
import { newUuid } from '../../lib/uuid.ts'
import { FieldGroup, FixedValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { dayFault } from './measuring-day.ts'
import { PresentField } from './PresentField.tsx'
import { headOf, isOnlyOnDevice, type SheetHead, useWaitingSheet } from './sheet-waiting.ts'
import { isOwnDraft, listPath, sheetName, sheetPath } from './sheet-words.ts'

const { TextField, SelectField, NumberField, DayField, TextAreaField } = fieldsOf(labels)

const failed = t('Failed to save measurement sheet. Please try again.')

// This script is needed without a connection, when it could no longer be fetched.
const sheetEntries = lazyScript(() => import('./sheet-entries.ts'))
whenIdle(sheetEntries.load)

/** Creates a sheet on the server, or without a connection on this device. Returns the id of its page. */
async function createSheet(head: SheetHead, agreements: readonly MeasurableAgreement[]): Promise<{ id: string }> {
  const { deviceKey: id, agreementId } = head
  try {
    const { sheetId } = await call(sendMeasurementLines, { body: { sheet: head, lines: [] } })
    return { id: sheetId }
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error
    const module = await sheetEntries.load().catch(() => undefined)
    if (!module) throw error
    const { number = '', name = '' } = agreements.find((one) => one.id === agreementId) ?? {}
    const fault = await module.keepSheet({ sheetId: id, sheet: head, agreement: { number, name } })
    if (fault) throw notKeptError(fault)
    return { id }
  }
}

const notKeptError = (message: string) => new CallError(0, { code: 'not_kept', message })

/** Changes the head of a sheet on this device if the server does not have the sheet, else on the server. */
async function saveHead(sheet: MeasurementSheet, values: FieldValues): Promise<FieldValues> {
  const { id } = sheet
  const module = await sheetEntries.load().catch(() => undefined)
  const { agreementId: _, deviceKey: __, ...head } = headOf({ ...sheet, ...values })
  if (await module?.changeHead(id, head)) return values
  try {
    const { updatedAt } = await call(getMeasurementSheet, { params: { id } })
    return await call(updateMeasurementSheet, { params: { id }, body: { ...head, updatedAt } })
  } catch (error) {
    if (!(error instanceof CallError) || ![0, 404].includes(error.status)) throw error
    throw notKeptError(t('This sheet is being sent. Save the change once it is stored.'))
  }
}

/** Creates a sheet as a draft and opens its page, where the lines are entered. */
export function NewSheet() {
  const may = useAllowed([createMeasurementSheet])
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [deviceKey] = useState(newUuid)
  const agreementId = plainText(search['agreement'])
  // Waits for the options: without them a preselected agreement would be shown by its id, and the focus would start below its field.
  const agreements = useSiteRecord(listMeasurableAgreements)
  const title = t('New measurement sheet')
  return (
    <Screen title={title} source={{ error: may === false ? denied : null, retry: () => undefined }}>
      {may && (agreements.data || agreements.error) ? (
        <RecordForm
          title={title}
          load={getMeasurementSheet}
          write={createMeasurementSheet}
          send={(values) => createSheet(sentLines.shape.sheet.parse({ ...values, deviceKey }), agreements.data ?? [])}
          initial={{ ...(agreementId && { agreementId }), deviceKey, measuredOn: today(), present: [] }}
          listPath={listPath}
          lead={(stored) => navigate({ to: sheetPath({ id: plainText(stored['id']) }) })}
          texts={{ saved: t('Measurement sheet begun'), failed }}
        >
          <SheetFields />
        </RecordForm>
      ) : (
        <Skeleton height={420} />
      )}
    </Screen>
  )
}

/** Edits the head of a draft. */
export function EditSheet() {
  const may = useAllowed([getMeasurementSheet, updateMeasurementSheet])
  const user = useUser()
  const { id = '' } = useParams({ strict: false })
  const stored = useRecord(getMeasurementSheet, { enabled: may === true })
  const waiting = useWaitingSheet(id, undefined)
  const navigate = useNavigate()
  const [sheetOnDevice, setSheetOnDevice] = useState<MeasurementSheet>()
  // The sheet may be sent while it is edited; the form keeps the version that it opened.
  if (!sheetOnDevice && waiting && isOnlyOnDevice(waiting, stored)) setSheetOnDevice(waiting.sheet)
  const sheet = sheetOnDevice ?? stored.data
  const title = t('Edit measurement sheet')
  return (
    <Screen
      title={title}
      context={sheet ? sheetName(sheet) : ' '}
      source={
        may === false ? { error: denied, retry: stored.retry } : sheetOnDevice ? { ...stored, error: null } : stored
      }
      failure={t('Failed to fetch measurement sheet')}
    >
      {sheet && !isOwnDraft(sheet, user) && <Navigate to={sheetPath(sheet)} replace />}
      {sheet ? (
        <RecordForm
          title={title}
          load={getMeasurementSheet}
          write={updateMeasurementSheet}
          {...(sheetOnDevice && { send: (values: FieldValues) => saveHead(sheetOnDevice, values) })}
          initial={sheet}
          listPath={sheetPath(sheet)}
          lead={() => navigate({ to: sheetPath(sheet) })}
          texts={{ saved: t('Measurement sheet saved'), failed }}
        >
          <SheetFields />
        </RecordForm>
      ) : (
        <Skeleton height={420} />
      )}
    </Screen>
  )
}

function SheetFields() {
  const { getValues } = useFormContext()
  return (
    <>
      <FieldGroup title={t('Under which agreement, and when')}>
        <AgreementField />
        <DayField name="measuredOn" required check={() => dayFault(plainText(getValues('measuredOn')), today())} />
      </FieldGroup>
      <FieldGroup title={t('Where, and with whom')}>
        <TextField name="location" />
        <NumberField name="chainageFrom" />
        <NumberField name="chainageTo" />
        <PresentField />
      </FieldGroup>
      <FieldGroup title={t('The department’s book')}>
        <TextField name="book" />
        <TextField name="page" />
        <TextAreaField name="comment" />
      </FieldGroup>
    </>
  )
}

/** The agreement of a sheet never changes. */
function AgreementField() {
  const isNew = useFormMode() === 'create'
  const { agreementNumber = '', agreementName = '' } = useFormContext<Partial<MeasurementSheet>>().getValues()
  if (isNew) return <AgreementChoice />
  return <FixedValue label={translated(labels.agreementId)}>{`${agreementNumber}, ${agreementName}`}</FixedValue>
}

function AgreementChoice() {
  const { data, error } = useSiteRecord(listMeasurableAgreements)
  const chosen = useWatch({ name: 'agreementId' })
  // Fetches the items ahead, so that lines can be entered without a connection.
  const agreementId = plainText(chosen) || data?.[0]?.id
  const items = useSiteRecord(listMeasurableItems, {
    enabled: agreementId !== undefined,
    params: { agreementId: agreementId ?? '' },
    query: { day: today() },
  })
  const options = data?.map(({ id, number, name, partyName }) => ({
    value: id,
    label: [number, name, partyName].join(', '),
  }))
  return (
    <SelectField
      name="agreementId"
      options={options ?? []}
      description={
        error
          ? t('Failed to fetch agreements')
          : chosen && items.error
            ? t('Its items are not on this device: without a connection no line of it can be entered.')
            : t('One that is signed and not closed')
      }
      required
    />
  )
}
