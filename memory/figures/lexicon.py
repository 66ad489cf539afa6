"""Word lists for comparing two short texts: what says nothing, what says the same, what says the opposite."""

from memory.figures.listing import listed

# Question words, articles, polite forms: their absence on one side means nothing.
EMPTY = frozenset(
    listed(
        "a an the of in on at to for from by with and or is are was were be been do does did how what which who whom "
        "that this these those it its there about into as per vs than latest recent current new overall information "
        "info overview explained explain explanation details please tell me give find show i we you can could should "
        "would will has have had not no use using used between get their his her your any some all most "
        "happen happened happens happening s t one after before during under over up out also more data "
        "figures statistics need needs must may might shall ought being been become became make makes made do done"
    )
)
# Longest first when they are taken out of Chinese text.
EMPTY_ZH = tuple(
    listed(
        "什么样的 怎么样 怎样的 是什么 有哪些 是多少 多少 怎么 怎样 如何 什么 哪些 哪个 哪里 哪家 几个 请问 "
        "关于 有关 相关 目前 当前 最新 最近 近期 现在 "
        "情况 信息 介绍 概况 概述 详细 具体 请 的 了 是 在 和 与 及 对 吗 呢 有 我国 进行 以及 或 年 月 日 中 "
        "等 分析 企业 行业 市场 领域 方面 其 之 为 被 将 会 "
        "能够 能 可以 可 需要 需 要 应该 应当 应 必须 拿到 拿了 拿 获得 取得 枚 名 位 "
        "数据 统计 问题 和 把 使 让 从 到 向 于 总 全 各 每 全国 运营 主要"
    )
)

# Each line is one notion; words in it are taken for each other.
NOTIONS = (
    "cause causes caused reason reasons why because driver drivers factor factors origin origins 原因 为什么 "
    "为何 成因 缘由 因素 诱因 何以 起因",
    "effect effects affect affects affected affecting impact impacts consequence consequences result results "
    "outcome outcomes influence influences 影响 后果 结果 作用 冲击",
    "when date dates timeline time schedule timetable day year enforcement enforce enforced effective_date "
    "take_effect takes_effect come_into_force "
    "comes_into_force entry_into_force 时间 日期 时间表 什么时候 何时 哪一年 哪年 几时 几月 时候",
    "where location place site located 地点 位置 哪里 在哪 何处",
    "founder founders founded founding found established creator creators created inventor invented 创始人 "
    "创立 创办 创立者 创办人 发起人",
    "price expensive cheap affordable 多少钱 价钱 prices pricing quotation quotations quote quotes cost costs "
    "spot 价格 报价 行情 售价 单价 现货报价 "
    "现货价 均价 价",
    "trend trends tendency outlook movement development trajectory 走势 趋势 变化 动向 态势",
    "method methods work works working mechanism principle principles how_it_works 原理 机制 方法 工作方式",
    "manage manages managing management handle handling 管理 治理",
    "accept accepted acceptance accepts approve approved approval approves 接受 采纳 批准 通过 获批",
    "release released releases launch launched launches publish published publication ship 发布 推出 上市 上线",
    "drop reduce reduces reduced reduction reductions drops dropped fall falls fell decline declines declined "
    "decrease decreases decreased lower 下跌 下降 降低 减少 降价 下滑 回落 跌",
    "rise rises rose increase increases increased grow grows growth climb 上涨 上升 增长 增加 涨价 提高 攀升 涨",
    "expand expands expansion expanding scale_up 扩产 产能扩张 扩张 扩建 增产",
    "accident accidents incident incidents 事故 事件 意外",
    "case cases example examples instance instances 案例 例子 实例 个案",
    "rule rules policy policies regulation regulations regulatory law laws legislation 政策 法规 规定 条例 "
    "政策法规 法律 办法",
    "standard standards specification specifications spec 标准 规范 规格",
    "side adverse unwanted undesirable negative 副 不良",
    "side_effect side_effects adverse_effect adverse_effects adverse_reaction adverse_reactions 副作用 "
    "不良反应 毒副作用",
    "profit profits earnings net_income net_profit 净利润 盈利 利润 净利",
    "revenue revenues turnover sales 营业收入 营收 收入 销售额",
    "delivery deliveries delivered shipment shipments 交付 交付量 出货 出货量",
    "wage wages salary salaries pay 工资 薪资 薪酬 薪水 待遇",
    "rent rents rental rentals lease 租金 房租",
    "leader leaders leading 龙头 龙头企业 头部 领先",
    "capacity capacities installed install 产能 装机 装机量 装机容量 容量",
    "fine fines penalty penalties sanction sanctions 罚款 处罚 罚金",
    "tax taxes tariff tariffs duty duties levy 税 税收 关税",
    "supply_and_demand supply demand 供需 供需关系 供求 供求关系",
    "population people inhabitants residents people_live live lives living 人口 居民 人口数 住着 居住",
    "share proportion percentage portion 份额 占比 比例 比重 占有率",
    "number count amount quantity volume total how_many how_much 数量 总数 总量",
    "company companies firm firms enterprise enterprises business 公司 企业 厂商",
    "electric_vehicle electric_vehicles ev evs 电动车 电动汽车",
    "compare compared comparison versus vs difference differences 比较 对比 区别 差异",
    "define definition meaning mean means 定义 含义 概念",
    "recycle recycled recycling recovery 回收 再生",
    "build built construct construction constructed 建设 建造 修建",
    "benefit benefits advantage advantages pro pros 优点 好处 优势",
    "drawback drawbacks disadvantage disadvantages con cons 缺点 坏处 劣势",
    "remove removed removes removal deprecated deprecate delete deleted 移除 删除 弃用",
    "length long how_long 长度 多长 里程 全长",
    "duration durations how_long time period periods term terms span last lasts lasted lasting take takes "
    "took lifetime "
    "lifetimes lifespan years days weeks months hours 多久 时长 时间 期限 期间 寿命 周期 天数 年限 多少年 "
    "多少天 几天 几年",
    "effective effectiveness efficacy how_effective efficient efficiency 有效率 有效性 疗效 效果 效力 效率",
    "author authors writer writers wrote written write writes 作者 著者 谁写 写的",
    "champion champions championship title titles crown winner winners won win 冠军 夺冠 得主 获胜 头衔",
    "punish punishment punishments punished penalty penalties sanction sanctions sentence sentences 处罚 "
    "惩罚 刑罚 罚则 罚款 怎么处罚",
    "ruling rulings ruled decision decisions decided judgment judgement verdict verdicts holding 判决 裁决 "
    "裁定 决定 判例",
    "criterion criteria basis threshold thresholds requirement requirements 标准 依据 准则 指标 基准 条件",
    "limit limits cap caps ceiling ceilings maximum max highest top upper 上限 最高 最多 封顶 限额 额度 限制",
    "dose doses dosage dosages dosing 剂量 用量 用法用量",
    "elderly elder elders older senior seniors aged old_people older_adults older_people 老年 老年人 老人 高龄",
    "patient patients person persons people adult adults 患者 病人 病患 人群",
    "child children kid kids pediatric paediatric 儿童 小孩 孩子 小儿",
    "terminate terminates terminated termination end ends ended ending cancel cancels cancelled "
    "cancellation quit quits "
    "resign resigns resignation 解除 终止 结束 取消 离职 辞职 退出",
    "notice notification notify inform announce announcement 通知 告知 公告 通告",
    "lease leases tenancy tenancies rental rentals 租约 租赁 租房",
    "drug drugs medicine medicines medication medications 药物 药品",
    "score scores result results 比分 得分 成绩 分数",
    "record records best fastest 纪录 记录 最好成绩",
    "quota quotas allotment places 名额 配额 指标",
    "spread spreads transmission transmit transmitted route routes 传播 传染 传播途径 扩散",
    "reimburse reimburses reimbursed reimbursement claim 报销 理赔 赔付",
    "compute calculate calculated calculation formula 计算 怎么算 算法 公式 核算",
    "fly flies flight flights flying 飞行 航班",
    "run runs running operate operates operated operating operation operator 运行 运营 经营",
    "own owns owned owner owners ownership holder 拥有 持有 所有者 股东",
    "ban bans banned prohibit prohibited prohibition 禁止 禁令 禁用",
    "employee employees staff worker workers headcount workforce 员工 职工 雇员 人数",
    "student students pupil pupils 学生 学员",
    "school schools university universities college colleges 学校 大学 高校 院校",
    "teach teacher teachers teaching 教师 老师 教学",
    "fee fees charge charges toll tolls 费用 收费",
    "yield yields 产量 单产 亩产 收成 收益率",
    "interest rate rates 利率 利息",
    "range ranges reach distance 航程 续航 距离 射程",
    "store stores stored storage shelf_life 储存 存储 保存 存放 保质期",
    "dead deaths death toll fatalities casualties killed 死亡 遇难 伤亡 死亡人数 遇难人数",
    "diagnose diagnosed diagnosis diagnostic 诊断 确诊",
    "prevent prevents prevention preventive 预防 防治 防控",
    "recommend recommends recommended recommendation guideline guidelines 推荐 建议 指南",
    "allow allows allowed permit permits permitted eligible eligibility 允许 许可 准许 资格",
    "transport transports transported transportation shipping freight 运输 运送 货运",
    "electricity power electric 电力 用电",
    "design designs designed designer 设计 设计师",
    "train training trains 培训 训练",
    "name names named called 名称 名字",
    "type types kind kinds category categories class classes 类型 种类 类别 分类",
    "part parts component components 部件 组件 零件 组成",
    "use uses usage application applications 用途 应用 使用 用法",
    "import imports imported importing 进口 输入",
    "export exports exported exporting 出口 输出",
    "apply applies applied application applicant 申请 申领",
    "pay pays paid payment payments 支付 付款 缴纳 缴费",
    "height tall how_tall high 高度 多高",
    "area size how_big how_large 面积 多大 规模",
    "speed how_fast quick 速度 多快 增速",
    "age old how_old 年龄 多大年纪 几岁",
    "weight heavy how_heavy 重量 多重",
    "distance far how_far 距离 多远",
    "sell sells sold selling sale unit_sales 销量 卖 卖出 销售量 售出",
    "feature features new whats_new what's_new functionality capabilities 特性 功能 新特性 新功能 特点",
    "close closes closed closing closure shut shuts shut_down shutdown 关闭 停产 关停",
    "open opens opened opening 开放 开业 开启",
    "ceo chief_executive chief_executive_officer 首席执行官",
    "plant plants factory factories 工厂 建厂 厂 厂房",
    "car cars vehicle vehicles automobile automobiles 汽车 车 辆",
    "buy buys bought purchase purchases purchased acquire acquires acquired acquisition takeover 收购 购买 并购",
    "win wins won winner winners winning 获胜 获奖 得主 赢 赢得",
    "die dies died death deaths dead 死亡 去世 逝世",
    "start starts started begin begins began beginning 开始 启动 起始",
    "end ends ended finish finished 结束 终止",
    "support supports supported supporting 支持",
    "invest invests invested investment investments funding 投资 融资",
    "job jobs employment 就业 岗位",
    "unemployment jobless joblessness 失业",
    "doctor doctors physician physicians 医生 大夫",
    "illness disease diseases sickness 疾病 病",
    "cure treatment treatments treat treats treating therapy therapies 治疗 疗法",
    "symptom symptoms sign signs 症状 表现",
    "movie movies film films 电影 影片",
    "house houses home homes housing 房屋 住房 房子",
    "lawsuit lawsuits sue sues sued litigation 诉讼 起诉",
    "safe safety 安全 安全性",
    "danger dangers dangerous risk risks hazard hazards 危险 风险",
    "rank ranking rankings ranked 排名 排行",
    "plan plans planned planning 计划 规划",
    "require requires required requirement requirements 要求 条件",
    "produce produces produced production output 产量 生产 生产量",
    "develop develops developed 研发 开发",
    "salesperson supplier suppliers vendor vendors 供应商",
    "customer customers client clients 客户 顾客",
    "error errors bug bugs fault faults failure failures 错误 故障 失败",
    "fix fixes fixed repair repairs solve solution 修复 解决 解决办法",
    "fast quickly rapidly speed_up 快速 迅速",
    "emission emissions emit emits emitted 排放 排放量",
    "maximum max highest largest biggest greatest 最大 最高 最多",
    "minimum min lowest smallest least 最小 最低 最少",
    "early earlier initial 早期 初期 早先",
    "late later final 晚期 后期",
    # what a country and what is of it are called
    "uk united_kingdom britain great_britain british 英国",
    "us usa united_states america american 美国",
    "eu european_union europe european 欧盟 欧洲",
    "china prc chinese 中国",
    "france french 法国",
    "germany german 德国",
    "italy italian 意大利",
    "spain spanish 西班牙",
    "portugal portuguese 葡萄牙",
    "netherlands holland dutch 荷兰",
    "belgium belgian 比利时",
    "switzerland swiss 瑞士",
    "austria austrian 奥地利",
    "poland polish 波兰",
    "greece greek 希腊",
    "turkey turkish 土耳其",
    "sweden swedish 瑞典",
    "norway norwegian 挪威",
    "denmark danish 丹麦",
    "finland finnish 芬兰",
    "ireland irish 爱尔兰",
    "scotland scottish 苏格兰",
    "wales welsh 威尔士",
    "england english 英格兰",
    "russia russian 俄罗斯 俄国",
    "ukraine ukrainian 乌克兰",
    "japan japanese 日本",
    "korea korean south_korea 韩国",
    "india indian 印度",
    "brazil brazilian 巴西",
    "mexico mexican 墨西哥",
    "canada canadian 加拿大",
    "australia australian 澳大利亚 澳洲",
    "israel israeli 以色列",
    "iran iranian 伊朗",
    "egypt egyptian 埃及",
    "vietnam vietnamese 越南",
    "thailand thai 泰国",
    "indonesia indonesian 印尼 印度尼西亚",
    "philippines philippine filipino 菲律宾",
    "argentina argentine argentinian 阿根廷",
    "chile chilean 智利",
    "saudi_arabia saudi 沙特 沙特阿拉伯",
    "south_africa south_african 南非",
    "q1 first_quarter 第一季度 一季度",
    "q2 second_quarter 第二季度 二季度",
    "q3 third_quarter 第三季度 三季度",
    "q4 fourth_quarter 第四季度 四季度",
)
# What sort of answer is asked for. Two texts that ask for different sorts differ, however alike the rest is.
FACETS = {
    "who": "who whom founder founders inventor inventors author authors creator creators ceo 谁 创始人 创办人 "
    "创立者 发起人 作者",
    "when": "when date dates year timeline schedule timetable deadline 时间 日期 何时 什么时候 哪一年 哪年 时间表",
    "where": "where location locations place site 地点 位置 哪里 何处 在哪",
    "why": "why cause causes reason reasons 为什么 为何 原因 成因 缘由",
    "how many": "how_many how_much number amount 多少 数量",
    "effect": "effect effects impact impacts consequence consequences 影响 后果",
}
# Notions that only say what sort of answer is wanted: missing on one side they mean nothing, differing they do.
ASKING = frozenset(("trend", "number", "company", "leader", "method", "patient"))

OPPOSITES = (
    "import imports imported importing|export exports exported exporting",
    "进口|出口",
    "cause causes reason reasons why 原因 为什么 成因|effect effects consequence consequences impact impacts "
    "影响 后果 结果",
    "up rise rises rising rose increase increases increased growth upward 上涨 上升 增长 增加 涨价|down fall "
    "falls falling fell decrease decreases decreased decline declines downward 下跌 下降 减少 降价 下滑",
    "onshore 陆上 在岸|offshore 海上 离岸",
    "plaintiff plaintiffs claimant 原告|defendant defendants accused 被告",
    "civil 民事|criminal 刑事",
    "acute 急性|chronic 慢性",
    "buy buys buyer buyers purchase 买入 购买 买方|sell sells seller sellers sale 卖出 出售 卖方",
    "supply supplier 供给 供应|demand 需求",
    "advantage advantages benefit benefits pros 优点 优势 好处|disadvantage disadvantages drawback drawbacks "
    "cons risks 缺点 劣势 坏处 风险",
    "domestic 国内|foreign overseas international 国外 海外 境外",
    "maximum max highest largest most biggest 最大 最高 最多|minimum min lowest smallest least 最小 最低 最少",
    "before 之前|after 之后",
    "open opening opened 开放 开启|close closing closed closure 关闭",
    "start begin beginning started 开始 启动|end ending finish ended 结束 终止",
    "enable enabled 启用|disable disabled 禁用",
    "income revenue 收入|expense expenses expenditure spending 支出",
    "upload 上传|download 下载",
    "win winner winners 获胜 胜利|lose loser losers loss 失败",
    "hire hiring hires 招聘|layoff layoffs firing fired 裁员",
    "short short-term 短期|long long-term 长期",
    "upstream 上游|downstream 下游",
    "public 公有 公共|private 私有 私人",
    "male men 男性|female women 女性",
    "urban 城市 城镇|rural 农村 乡村",
    "allow allowed legal permitted 允许 合法|ban banned forbidden illegal prohibited 禁止 非法",
    "success successful 成功|failure failed 失败",
    "gross 毛|net 净",
    "accept accepted approve approved acceptance approval 接受 批准|reject rejected rejection refuse refused 拒绝 否决",
    "install 安装|uninstall 卸载",
    "encrypt encryption 加密|decrypt decryption 解密",
    "hot summer 夏季|cold winter 冬季",
    "first-half 上半年|second-half 下半年",
    "positive 正面 积极|negative 负面 消极",
    "old older 旧|new newer 新",
    "inflow 流入|outflow 流出",
    "early 早期|late 晚期",
    "sync synchronous 同步|async asynchronous 异步",
)
