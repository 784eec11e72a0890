import { Button, Group, Modal } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../../lib/language.ts'
import { useDialog } from '../shell/useDialog.ts'
import classes from './ReasonDialog.module.css'
import { ReasonForm } from './ReasonForm.tsx'

interface Props extends Omit<ComponentProps<typeof ReasonForm>, 'onGive' | 'onType' | 'takesFocus' | 'children'> {
  title: string
  /** The record that it is about, above the field. */
  children?: ReactNode
  button: string
  /** Whether the act cannot be undone or takes something away. */
  isHarmful?: boolean
  dismiss?: string
  /** Answers whether it was stored; if not, the dialog stays open with the typed reason. */
  onGive: (reason: string) => boolean | Promise<boolean>
  onClose: () => void
}

/** A dialog that asks for a reason before it acts. */
export function ReasonDialog({ title, children, button, isHarmful, dismiss, onGive, onClose, ...field }: Props) {
  const { close, props } = useDialog(onClose)
  const [isSending, setSending] = useState(false)

  async function send(reason: string) {
    setSending(true)
    const isStored = await onGive(reason)
    setSending(false)
    if (isStored) close()
  }

  return (
    <Modal {...props} title={title} centered>
      {children}
      <ReasonForm {...field} onGive={(reason) => void send(reason)}>
        <Group justify="flex-end" gap="xs" mt="md" className={classes['acts'] ?? ''}>
          <Button variant="default" onClick={close}>
            {dismiss ?? t('Cancel')}
          </Button>
          <Button type="submit" {...(isHarmful && { color: 'red' })} loading={isSending}>
            {button}
          </Button>
        </Group>
      </ReasonForm>
    </Modal>
  )
}
