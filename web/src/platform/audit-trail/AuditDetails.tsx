import { ActionIcon, Table, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { dash, decimal, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FactGroup, ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { type Change, changesOf, type EntryAndNames, kindText, secondText, whoText } from './AuditChanges.tsx'
import classes from './AuditTrail.module.css'

function ChangeTable({ changes }: { changes: Change[] }) {
  const isChange = changes.some(({ before }) => before !== null)
  return (
    <Table className={classes['changes'] ?? ''} verticalSpacing={6} horizontalSpacing={8}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Field')}</Table.Th>
          {isChange && <Table.Th scope="col">{t('Before')}</Table.Th>}
          <Table.Th scope="col">{isChange ? t('After') : t('Value')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ column, label, before, after }) => (
          <Table.Tr key={column}>
            <Table.Th scope="row">{label}</Table.Th>
            {isChange && <Table.Td>{before ?? after}</Table.Td>}
            <Table.Td>{after}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/**
 * A complete entry: every field before and after, and where it came from. Uses the browser's own dialog, which needs no
 * script.
 */
export function AuditDetails({ entry, names, onClose }: EntryAndNames & { onClose: () => void }) {
  const { recordType, recordName, action, createdAt, address, sessionId, requestId, seal } = entry
  const changes = changesOf(entry, names)
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    // A click outside closes it too.
    box.current?.setAttribute('closedby', 'any')
    box.current?.showModal()
  }, [])
  const close = () => box.current?.close()
  return (
    <dialog ref={box} className={classes['details']} aria-labelledby={heading} onClose={onClose}>
      <div className={classes['inside']}>
        <div className={classes['heading']}>
          <h2 id={heading}>{[kindText(recordType), recordName].filter(Boolean).join(': ')}</h2>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Close')} onClick={close}>
            <IconX size={18} />
          </ActionIcon>
        </div>
        <Text mb="md">{[words(action), whoText(entry), secondText(createdAt)].join(' · ')}</Text>
        <RecordSection title={t('Changes')}>
          {changes.length > 0 ? (
            <ChangeTable changes={changes} />
          ) : (
            <Text c="dimmed">{t('There is no field to tell of.')}</Text>
          )}
        </RecordSection>
        <FactGroup title={t('Where it came from')}>
          <ReadValue label={t('Address')}>{address ?? dash}</ReadValue>
          <ReadValue label={t('Seal')}>{seal === null ? t('Not sealed yet') : decimal(seal)}</ReadValue>
          <ReadValue label={t('Session')} wide>
            {sessionId ?? dash}
          </ReadValue>
          <ReadValue label={t('Request: by it the operator finds more in the log')} wide>
            {requestId ?? dash}
          </ReadValue>
        </FactGroup>
      </div>
    </dialog>
  )
}
