import { Button, Group, Modal } from '@mantine/core'
import { depositLabels } from '@plinth/api/deposits/deposits'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { t, translated } from '../../lib/language.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'

interface Props {
  /** Called with the day, or with null if it is not known. */
  onDay: (day: string | null) => void
  onClose: () => void
}

/** Asks for the day on which a deposit came back. Today is filled in, because most returns are recorded on the same day. */
export function ReturnDay({ onDay, onClose }: Props) {
  const [day, setDay] = useState<string | null>(today())
  return (
    <Modal opened onClose={onClose} title={t('On which day did it come back?')} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDay(day)
        }}
      >
        <DayInput label={translated(depositLabels.depositeReturnedDate)} value={day} onChange={setDay} />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="subtle" onClick={() => onDay(null)}>
            {t('The day is not known')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Save')}</Button>
        </Group>
      </form>
    </Modal>
  )
}
