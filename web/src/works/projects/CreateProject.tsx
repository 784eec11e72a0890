import { Button, type ButtonProps } from '@mantine/core'
import type { Contract } from '@plinth/api/tenders/contracts'
import { createProject, fromContract, getProject } from '@plinth/api/works/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { planTasks } from './plan-tasks.ts'

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  contract: Pick<Contract, 'id' | 'contractName' | 'status'>
  isCreated: boolean
}

export const alreadyCreated = t('A project has already been created for this contract')
const failure = t('Failed to save project. Please try again.')

/** The button that creates a project from an awarded contract; it works once. */
export function CreateProject({ contract, isCreated, size = 'compact-xs', variant = 'default' }: Props) {
  const save = useSave({ params: {} })
  const queryClient = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [wasCreated, setCreated] = useState(false)
  const mayCreate = useCan(createProject)
  const isDone = wasCreated || isCreated

  async function create() {
    setSending(true)
    try {
      const { id } = await save(createProject, { ...fromContract, contractId: contract.id })
      setCreated(true)
      void alertSuccess(
        t('Project created successfully!'),
        { label: t('Open'), to: `/projects/${id}`, call: getProject },
        planTasks(id),
      )
    } catch (error) {
      // Somebody else may have created it first; refetching shows that in the row.
      void queryClient.invalidateQueries()
      void alertFailure(error instanceof CallError ? `${failure} ${error.message}` : failure)
    } finally {
      setSending(false)
    }
  }

  if (contract.status !== 'AWARDED' || !mayCreate) return null
  return (
    <Button
      size={size}
      variant={variant}
      aria-label={t('Create Project from {contractName}', { contractName: contract.contractName })}
      disabled={isDone}
      title={isDone ? alreadyCreated : undefined}
      loading={isSending}
      onClick={() => void create()}
    >
      {t('Create Project')}
    </Button>
  )
}
