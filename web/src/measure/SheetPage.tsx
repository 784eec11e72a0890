import { Alert, Anchor, Skeleton, Stack } from '@mantine/core'
import { getAgreement } from '@plinth/api/agreements'
import { sendMeasurementLines } from '@plinth/api/measurement-lines'
import {
  cancelMeasurementSheet,
  getMeasurementSheet,
  sheetLabels as labels,
  listSheetStatusHistory,
  type MeasurementSheet,
  recordMeasurementSheet,
} from '@plinth/api/measurement-sheets'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { agreementPath } from '../agreements/agreement-words.ts'
import { dash, dayText, decimal, momentText } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { recallSearch } from '../lib/search.ts'
import { useUser } from '../lib/session.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import { FactGroup, ReadValue, RecordSection } from '../ui/FieldGroup.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { part } from '../ui/Part.tsx'
import form from '../ui/RecordForm.module.css'
import { RecordHead } from '../ui/RecordHead.tsx'
import { RecordHistory } from '../ui/RecordHistory.tsx'
import { Screen } from '../ui/Screen.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { CorrectLine } from './CorrectLine.tsx'
import { quantityText } from './line-words.ts'
import { SheetActs } from './SheetActs.tsx'
import { SheetLines } from './SheetLines.tsx'
import { isOwnDraft, listPath, sheetName, sheetTones } from './sheet-words.ts'

const DraftLines = part(() => import('./DraftLines.tsx'), 'DraftLines', { waiting: <Skeleton height={420} mb="sm" /> })

/** A sheet: its facts and its lines, which its author enters while it is a draft. */
export function SheetPage() {
  const stored = useRecord(getMeasurementSheet)
  const sheet = stored.data
  return (
    <Screen
      title={sheet ? sheetName(sheet) : t('Measurement sheet')}
      // What is typed stays where the sheet was shown once and cannot be fetched again.
      {...(!sheet && { source: stored })}
      failure={t('Failed to fetch measurement sheet')}
      actions={
        <LinkButton variant="default" to={listPath} search={recallSearch(listPath)}>
          {t('Back to list')}
        </LinkButton>
      }
    >
      {sheet ? (
        <Shown key={sheet.id} sheet={sheet} />
      ) : (
        <Stack gap="sm" aria-busy>
          {[150, 200, 420].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </Stack>
      )}
    </Screen>
  )
}

function Shown({ sheet }: { sheet: MeasurementSheet }) {
  const { measuredOn, location, lineCount, recordedByName, recordedAt } = sheet
  const isOwn = isOwnDraft(sheet, useUser())
  const [isTyping, setTyping] = useState(false)
  const mayRecord = useCan(recordMeasurementSheet)
  const mayCancel = useCan(cancelMeasurementSheet)
  const mayStep = sheet.status === 'DRAFT' ? isOwn || mayRecord : sheet.status === 'RECORDED' && mayCancel
  // Lines are sent under the key of the sheet.
  const isWritable = useCan(sendMeasurementLines) && isOwn && sheet.deviceKey !== null
  return (
    <>
      <RecordHead
        number={sheet.agreementNumber}
        status={<StatusBadge status={sheet.status} tones={sheetTones} />}
        figures={[
          { label: translated(labels.measuredOn), value: dayText(measuredOn), note: location ?? undefined },
          { label: translated(labels.lineCount), value: decimal(lineCount) },
          {
            label: translated(labels.recordedByName),
            value: recordedByName ?? dash,
            note: recordedAt ? momentText(recordedAt) : undefined,
          },
        ]}
        next={mayStep ? <SheetActs sheet={sheet} isOwn={isOwn} isTyping={isTyping} /> : null}
      />
      <OverMeasured sheet={sheet} />
      <div className={form['page']}>
        <div className={form['record']}>
          {isWritable ? (
            <DraftLines sheet={sheet} onTyping={setTyping} />
          ) : (
            <RecordSection title={t('Measurements')}>
              <SheetLines lines={sheet.lines} actions={(line) => <CorrectLine line={line} sheet={sheet} />} />
            </RecordSection>
          )}
          <RecordHistory record={sheet} statuses={listSheetStatusHistory} />
        </div>
        <div className={form['beside']}>
          <Facts sheet={sheet} />
        </div>
      </div>
    </>
  )
}

function OverMeasured({ sheet: { overMeasured } }: { sheet: MeasurementSheet }) {
  if (overMeasured.length === 0) return null
  return (
    <Alert color="orange" mb="sm" title={t('More is measured than the limit allows')}>
      {overMeasured.map(({ itemId, itemNo, unit, agreedQuantity, limitQuantity, measuredQuantity }) => (
        <div key={itemId}>
          {t('Item {item}: {measured} measured, {agreed} agreed, at most {limit}', {
            item: itemNo ?? dash,
            measured: quantityText(measuredQuantity, unit),
            agreed: quantityText(agreedQuantity, unit),
            limit: quantityText(limitQuantity, unit),
          })}
        </div>
      ))}
    </Alert>
  )
}

/** The facts of the sheet; empty ones are left out. */
function Facts({ sheet }: { sheet: MeasurementSheet }) {
  const { agreementId, agreementNumber, agreementName, chainageFrom, chainageTo, present, book, page, comment } = sheet
  const maySeeAgreement = useCan(getAgreement)
  const work = `${agreementNumber}, ${agreementName}`
  const stretch = [chainageFrom, chainageTo].filter((value) => value != null)
  return (
    <FactGroup title={t('Facts')}>
      <ReadValue label={translated(labels.agreementId)} wide>
        {maySeeAgreement ? (
          <Anchor component={Link} to={agreementPath({ id: agreementId })} inherit underline="always">
            {work}
          </Anchor>
        ) : (
          work
        )}
      </ReadValue>
      {stretch.length > 0 && (
        <ReadValue label={t('Chainage')}>{stretch.map((value) => decimal(value)).join(' – ')}</ReadValue>
      )}
      {present.length > 0 && <ReadValue label={translated(labels.present)}>{present.join('\n')}</ReadValue>}
      {(book || page) && <ReadValue label={t('Book and page')}>{[book, page].filter(Boolean).join(', ')}</ReadValue>}
      {comment && (
        <ReadValue label={translated(labels.comment)} wide>
          {comment}
        </ReadValue>
      )}
      {sheet.cancelReason && (
        <ReadValue label={translated(labels.cancelReason)} wide>
          {sheet.cancelReason}
        </ReadValue>
      )}
    </FactGroup>
  )
}
