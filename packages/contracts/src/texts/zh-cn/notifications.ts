import type { notifications as english } from '../en/notifications.ts';

/** The notifications to the members of an account in Simplified Chinese. */
export const notifications: Readonly<Partial<Record<keyof typeof english, string>>> = {
  'notice.from_later_version': '此消息由较新版本的 Quayside 写入',
  'notice.words_unknown': '当前版本没有它的文字。下次更新后将再次显示。',
  'notice.member_joined': '{{name}} 加入了账户',
  'notice.joined_as_admin': '{{name}} 接受了邀请，现在是管理员。',
  'notice.joined_as_viewer': '{{name}} 接受了邀请，现在是查看者。',
  'notice.invoice_uploaded': '发票 {{number}} 已上传',
  'notice.unnumbered_invoice_uploaded': '有一张发票已上传',
  'notice.file_in_review': '{{file}} 正在审核。在有人录入明细行之前，不产生任何成本。',
  'notice.invoice_in_review': '该发票正在审核。在有人录入明细行之前，不产生任何成本。',
  'notice.rates_removed_other': '已删除 {{count}} 张发票的汇率',
  'notice.rates_removed_why':
    '账户货币已从 {{from}} 改为 {{to}}。原汇率折算为 {{from}}。请在这些发票中输入折算为 {{to}} 的汇率。',
  'notice.invoice_reopened': '发票 {{number}} 已重新打开',
  'notice.costs_left_unassigned': '其他地方的更改使其部分成本未分配。原因见发票各行。',
  'notice.cost_check_other': '成本检查发现 {{count}} 处差异',
  'notice.cost_check_compared_other':
    '昨夜系统根据已入账的数据重新计算了此账户的成本，与已保存的数据有 {{count}} 处差异；未作任何更改。',
  'notice.difference': '{{position}}. {{label}}：{{invariant}}（{{detail}}）。',
  'notice.product_difference':
    '{{position}}. {{label}}：{{invariant}}（{{detail}}）。请打开其单位成本：说明会重新累加已入账的金额。',
  'notice.invoice_difference':
    '{{position}}. {{label}}：{{invariant}}（{{detail}}）。请打开发票，将各行和合计与单据核对。',
  'notice.more_differences': '另有 {{more}} 处。',
  'notice.cost_check_advice': '在修正之前，请勿依赖这些数字。处理方法见 Quayside 运行手册中的“The nightly check”一节。',
  'notice.tally_check_other': '数量检查发现 {{count}} 处差异',
  'notice.tally_check_compared_other':
    '昨夜系统重新统计了此账户的产品，与已保存的数量有 {{count}} 处差异；未作任何更改。',
  'notice.import_finished': '导入完成',
  'notice.import_counts': '{{file}}：新建 {{created}} 行，更新 {{updated}} 行，跳过 {{skipped}} 行。',
  'notice.import_failed': '导入失败',
  'notice.import_failure': '{{file}}：{{failure}}',
  'notice.import_has_errors': '{{file}}：部分行有错误，因此未导入任何内容。',
  'notice.somebody': '某人',
  'notice.bank_added': '已添加 {{supplier}} 的银行信息',
  'notice.bank_changed': '{{supplier}} 的银行信息已更改',
  'notice.bank_removed': '{{supplier}} 的银行信息已删除',
  'notice.bank_revealed': '有人查看了 {{supplier}} 的银行信息',
  'notice.who_added_bank': '{{person}} 添加了 {{supplier}} 的银行信息：{{account}}。',
  'notice.who_took_bank_over': '{{person}} 在合并供应商时将 {{other}} 的银行信息用于 {{supplier}}：{{account}}。',
  'notice.who_changed_bank': '{{person}} 更改了 {{supplier}} 的银行信息：{{account}}。',
  'notice.who_removed_bank': '{{person}} 删除了 {{supplier}} 的银行信息，账号 {{account}}。如在意料之外，请向其询问。',
  'notice.who_revealed_bank': '{{person}} 输入密码后查看了 {{supplier}} 的银行信息。',
  'notice.bank_account': '账号 {{account}}',
  'notice.bank_account_as_before': '账号 {{account}}，与之前相同',
  'notice.bank_account_before': '账号 {{account}}，之前为 {{before}}',
  'notice.bank_advice': '下次付款前，请拨打您已知的电话号码（不要使用邮件中的号码）向供应商核实。',
};
