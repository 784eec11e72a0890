import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { endInstrumentLien, type InstrumentLien, lienLabels } from '@plinth/api/guarantees/instrument-liens'
import { type FormEvent, useState } from 'react'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { today } from '../../lib/days.ts'
import { rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { faultText } from '../../ui/form/form-context.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { useDialog } from '../../ui/shell/useDialog.ts'

// Lazy part: the calendar is a tenth of the code of the instrument's page, and few visits free a lien.
const DayInput = lazyPart(() => import('../../ui/form/DayInput.tsx'), 'DayInput', { waiting: <Skeleton height={58} /> })

const labels = new Map<string, string>(Object.entries(lienLabels).map(([name, label]) => [name, translated(label)]))

interface Props {
  lien: InstrumentLien
  onClose: () => void
}

/** Dialog that asks since when a receipt is free of a lien; today by default. */
export function FreeLien({ lien, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const save = useSave({ params: { id: lien.guaranteeId, lienId: lien.id } })
  const [freedOn, setFreedOn] = useState<string | null>(today())
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  async function send(event: FormEvent) {
    event.preventDefault()
    if (!freedOn) return setFault(faultText(labels, 'freedOn', { message: 'is required' }, freedOn))
    setFault(undefined)
    setSending(true)
    try {
      await save(endInstrumentLien, { freedOn })
      void alertSuccess(t('The receipt is free of it'))
      close()
    } catch (error) {
      const [refused] = error instanceof CallError ? error.fields : []
      if (refused) setFault(faultText(labels, refused.path, refused, freedOn))
      else void alertFailure(t('The lien was not freed.'), reasonOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal {...props} title={t('Free the receipt')} centered>
      <form noValidate onSubmit={(event) => void send(event)}>
        <Text fw={600}>{[lien.receiptNumber, rupees(lien.amount)].filter(Boolean).join(' · ')}</Text>
        <Text size="sm" mb="sm">
          {t('From that day on the bank holds it no longer for {guarantee}.', {
            guarantee: lien.guaranteeNumber || t('the guarantee'),
          })}
        </Text>
        <DayInput label={translated(lienLabels.freedOn)} value={freedOn} onChange={setFreedOn} error={fault} required />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            {t('Leave it')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('Free the receipt')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
