import {
  createRoleMapping,
  deleteRoleMapping,
  getRoleSelection,
  listRoleMappings,
  listUserPermissions,
  searchMappablePeople,
  setRoleMapping,
} from '@plinth/api/access/role-mappings'
import {
  createRole,
  deleteRole,
  getRole,
  getRolePermissions,
  setRolePermissions,
  updateRole,
} from '@plinth/api/access/roles'
import {
  createUser,
  deleteUser,
  endUserSessions,
  filterUsers,
  getSignInState,
  getUser,
  resetUserSecondFactor,
  setUserImage,
  unlockUser,
  updateUser,
} from '@plinth/api/access/users'
import {
  createDeposit,
  deleteDeposit,
  exportDeposits,
  filterDeposits,
  getDeposit,
  listDepositStatusHistory,
  listDeposits,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import {
  beginUpload,
  cancelUpload,
  defaultBucket,
  deleteDocument,
  finishUpload,
  getDocument,
  getDocumentPreview,
  getDownloadLink,
  getUpload,
  listDocuments,
  listRecordDocuments,
  putUploadPart,
  uploadDocument,
  uploadDocuments,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import {
  downloadImportFailures,
  listContractImports,
  undoContractImport,
  uploadContracts,
} from '@plinth/api/platform/contract-imports'
import { createListView, deleteListView, updateListView } from '@plinth/api/platform/list-settings'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import {
  createContract,
  deleteContract,
  exportContracts,
  filterContracts,
  getContract,
  listContractStatusHistory,
  updateContract,
} from '@plinth/api/tenders/contracts'
import {
  createProject,
  deleteProject,
  exportProjects,
  filterProjects,
  getProject,
  listProjectStatusHistory,
  updateProject,
} from '@plinth/api/works/projects'
import { exportTasks, uploadTasks } from '@plinth/api/works/task-sheets'
import {
  createTask,
  deleteTask,
  filterTasks,
  getTask,
  getTaskBranch,
  listTaskStatusHistory,
  moveTask,
  summarizeTaskStatuses,
  updateTask,
} from '@plinth/api/works/tasks'
import { pixel, userBody } from '../../server/src/access/users/users.factory.ts'
import { depositBody } from '../../server/src/deposits/deposits/deposits.factory.ts'
import {
  documentForm,
  recordForm,
  textFile,
  uploadBody,
} from '../../server/src/documents/documents/documents.factory.ts'
import { newId } from '../../server/src/kernel/testing/databases.ts'
import { fileOf } from '../../server/src/platform/contract-imports/contract-imports.factory.ts'
import { contractBody } from '../../server/src/tenders/contracts/contracts.factory.ts'
import { projectBody } from '../../server/src/works/projects/projects.factory.ts'
import { taskBody } from '../../server/src/works/tasks/tasks.factory.ts'
import type { Recorder } from './sequence-record.ts'

/** Lives of records as a person leads them: created, read, changed, and deleted or closed. */

export interface Story {
  /** Creates, changes and reads records; returns a function that deletes them, the last first. */
  live(by: Recorder): Promise<() => Promise<void>>
  /** The records can still be read after the end of the story. */
  stays?: true
}

const columns = [{ field: 'id' as const, label: 'ID' }]

const contract: Story = {
  async live(by) {
    const created = await by.ok(createContract, { body: contractBody({ bidId: newId() }) })
    const params = { id: created.id }
    await by.ok(updateContract, { params, body: { status: 'SUBMITTED', updatedAt: created.updatedAt } })
    await by.ok(getContract, { params })
    await by.ok(listContractStatusHistory, { params })
    await by.ok(filterContracts, { body: { contractName: created.contractName } })
    await by.ok(exportContracts, { body: { format: 'csv', columns } })
    const deposit = await by.ok(createDeposit, { params: { contractId: created.id }, body: depositBody() })
    const both = { contractId: created.id, depositId: deposit.id }
    await by.ok(updateDeposit, { params: both, body: { status: 'RETURNED' } })
    await by.ok(getDeposit, { params: both })
    await by.ok(listDeposits, { params: { contractId: created.id } })
    await by.ok(listDepositStatusHistory, { params: both })
    await by.ok(filterDeposits, { body: {} })
    await by.ok(exportDeposits, { body: { format: 'csv', columns } })
    await by.ok(searchContractDeposits, { body: {} })
    return async () => {
      await by.ok(deleteDeposit, { params: both })
      await by.ok(deleteContract, { params })
    }
  },
}

const project: Story = {
  async live(by) {
    const created = await by.ok(createProject, { body: projectBody() })
    const params = { id: created.id }
    await by.ok(updateProject, { params, body: { status: 'IN_PROGRESS' } })
    await by.ok(getProject, { params })
    await by.ok(listProjectStatusHistory, { params })
    await by.ok(filterProjects, { body: { projectName: created.projectName } })
    await by.ok(exportProjects, { body: { format: 'csv', columns } })
    const above = await by.ok(createTask, { body: taskBody(created.id) })
    const below = await by.ok(createTask, { body: { ...taskBody(created.id), parentId: above.id } })
    await by.ok(updateTask, { params: { id: below.id }, body: { status: 'IN_PROGRESS' } })
    await by.ok(getTask, { params: { id: below.id } })
    await by.ok(getTaskBranch, { params: { id: above.id } })
    await by.ok(listTaskStatusHistory, { params: { id: below.id } })
    await by.ok(moveTask, { params: { id: below.id }, body: { parentId: null, beforeId: above.id } })
    await by.ok(moveTask, { params: { id: below.id }, body: { parentId: above.id } })
    await by.ok(filterTasks, { body: { projectId: created.id } })
    await by.ok(summarizeTaskStatuses, { query: { projectId: created.id } })
    await by.ok(exportTasks, { query: { projectId: created.id, format: 'csv' } })
    return async () => {
      await by.ok(deleteTask, { params: { id: below.id } })
      await by.ok(deleteTask, { params: { id: above.id } })
      await by.ok(deleteProject, { params })
    }
  },
}

const person: Story = {
  async live(by) {
    const created = await by.ok(createUser, { body: userBody() })
    const params = { id: created.id }
    await by.ok(updateUser, { params, body: { comment: 'on leave' } })
    await by.ok(setUserImage, { params, body: pixel() })
    await by.ok(getUser, { params })
    await by.ok(filterUsers, { body: { email: created.email } })
    await by.ok(getSignInState, { params })
    await by.ok(unlockUser, { params })
    await by.ok(endUserSessions, { params })
    await by.ok(resetUserSecondFactor, { params })
    const role = await by.ok(createRole, { body: { name: newId() } })
    const rows = await by.ok(getRolePermissions, { query: { roleId: role.id } })
    await by.ok(setRolePermissions, {
      params: { roleId: role.id },
      body: rows.slice(0, 2).map((row) => ({ ...row, canView: true })),
    })
    await by.ok(updateRole, { params: { id: role.id }, body: { description: 'of the yard' } })
    await by.ok(getRole, { params: { id: role.id } })
    const both = { userId: created.id, roleId: role.id }
    await by.ok(createRoleMapping, { body: both })
    await by.ok(listRoleMappings, { params: { userId: created.id } })
    await by.ok(getRoleSelection, { params: { userId: created.id } })
    await by.ok(listUserPermissions, { params: { userId: created.id } })
    await by.ok(searchMappablePeople, { query: { keyword: String(created.email) } })
    await by.ok(setRoleMapping, { params: both, body: { isMapped: true } })
    return async () => {
      await by.ok(deleteRoleMapping, { params: both })
      await by.ok(deleteRole, { params: { id: role.id } })
      await by.ok(deleteUser, { params })
    }
  },
}

const document: Story = {
  async live(by) {
    const { tenantId } = by.by
    const created = await by.ok(createContract, { body: contractBody({ bidId: newId() }) })
    const of = { entityType: 'CONTRACT', entityId: created.id } as const
    const one = await by.ok(uploadRecordDocument, { body: recordForm(tenantId, created.id) })
    const other = await by.ok(uploadDocument, {
      body: documentForm(tenantId, created.id, { file: textFile('again\n') }),
    })
    const files = [textFile('a\n', 'a.txt'), textFile('b\n', 'b.txt')]
    const several = await by.ok(uploadDocuments, { body: documentForm(tenantId, created.id, { files }) })
    for (const { id } of several) by.ids.add(id)
    await by.ok(getDocument, { params: { id: one.id } })
    await by.ok(getDocumentPreview, { params: { id: one.id } })
    await by.ok(getDownloadLink, { query: { key: one.key, bucketName: defaultBucket } })
    await by.ok(listRecordDocuments, { params: { tenantId, ...of }, query: {} })
    await by.ok(listDocuments, { query: of })
    const uploading = await by.ok(beginUpload, { body: uploadBody(created.id) })
    await by.ok(putUploadPart, { params: { id: uploading.id }, query: { number: 1 }, body: textFile() })
    await by.ok(getUpload, { params: { id: uploading.id } })
    const cancelled = await by.ok(beginUpload, { body: uploadBody(created.id) })
    await by.ok(cancelUpload, { params: { id: cancelled.id } })
    return async () => {
      const finished = await by.ok(finishUpload, { params: { id: uploading.id } })
      for (const { id } of [finished, one, other, ...several]) await by.ok(deleteDocument, { params: { id } })
      await by.ok(deleteContract, { params: { id: created.id } })
    }
  },
}

const sheets: Story = {
  stays: true,
  async live(by) {
    const { import: run } = await by.ok(uploadContracts, {
      query: {},
      body: fileOf(`Contract name,Bid ID\nRoad,${newId()}\n,${newId()}\n`),
    })
    by.ids.add(run.id)
    await by.ok(listContractImports, {})
    await by.ok(downloadImportFailures, { params: { id: run.id }, query: { format: 'csv' } })
    const created = await by.ok(createProject, { body: projectBody() })
    await by.ok(uploadTasks, {
      query: { projectId: created.id },
      body: fileOf('Number,Title\n1,Earthwork\n', 'tasks.csv'),
    })
    return async () => {
      await by.ok(undoContractImport, { params: { id: run.id } })
    }
  },
}

const view: Story = {
  async live(by) {
    const created = await by.ok(createListView, {
      params: { list: 'contracts' },
      body: { name: newId(), search: '?page=1' },
    })
    const params = { list: 'contracts', id: created.id } as const
    await by.ok(updateListView, { params, body: { search: '?page=2' } })
    return async () => {
      await by.ok(deleteListView, { params })
    }
  },
}

export const stories: Record<string, Story> = {
  'contract with a deposit': contract,
  'project with tasks': project,
  'person with a role': person,
  document,
  'sheet of contracts': sheets,
  'view of a list': view,
}
