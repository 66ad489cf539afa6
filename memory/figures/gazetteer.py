"""Closed lists that names need: words that open sentences, places, surnames, what Chinese organisations end in."""

from memory.figures.listing import listed

# Capitalised at a sentence's start without being names. Anything else there is a name only if a second sign says so.
COMMON = frozenset(
    listed(
        "a about above according across additionally after again against all almost along already also although always "
        "am among an analysts and annual another any approximately are around as at average back based be because been "
        "before being below best better between beyond both but by can case cases changes chapter chief city company "
        "compared conclusion costs could countries country currently customers data days demand despite did do does "
        "doing done down due during each earlier early earnings either employees energy even every everyone evidence "
        "exactly example executive experts exports few figure figures finally first fiscal five following for former "
        "four from full further future gap global goal going government growth had half has have having he her here "
        "his how however i if imports in including income increase industry inflation instead into investors is it its "
        "just key last late later least less like local long made main major making many market markets may meanwhile "
        "members men might million more moreover most much must national nearly neither net never new next no nor not "
        "note now number of off officials often on once one only or other others our out over overall page part people "
        "per perhaps plant plants please police policy power president previously prices private production profit "
        "profits public question quarter rather recent recently report reports research researchers results revenue "
        "roughly sales same scientists second section see seven several shares she should since six so some source "
        "sources spending still studies study such summary supply table tests than that the their them then there "
        "therefore these they third this those though three through thus to today together total trade traders two "
        "under until up upon us use users using very was we were what when where whether which while who whose why "
        "will with within without women workers would year years yes yesterday yet you your "
        "who whom founded average export import best causes when how"
    )
)
TITLES = frozenset(
    listed("Mr Mrs Ms Dr Prof Sir Lord President Minister Chairman CEO CFO CTO Professor Senator Governor")
)
JOINING = frozenset(listed("of the de van von der la le du & for on"))

PLACES = tuple(
    listed(
        "中国 美国 日本 韩国 朝鲜 印度 德国 法国 英国 意大利 西班牙 俄罗斯 巴西 墨西哥 加拿大 澳大利亚 新西兰 "
        "荷兰 瑞士 瑞典 挪威 "
        "芬兰 丹麦 波兰 匈牙利 奥地利 比利时 葡萄牙 希腊 土耳其 乌克兰 沙特阿拉伯 沙特 阿联酋 以色列 伊朗 "
        "伊拉克 埃及 南非 尼日利亚 "
        "肯尼亚 智利 阿根廷 秘鲁 玻利维亚 越南 泰国 马来西亚 印度尼西亚 印尼 菲律宾 新加坡 缅甸 老挝 柬埔寨 "
        "巴基斯坦 孟加拉国 蒙古 "
        "哈萨克斯坦 欧盟 联合国 北约 欧洲 亚洲 非洲 北美 南美 拉美 中东 东南亚 台湾 香港 澳门 北京 上海 天津 "
        "重庆 广东 广西 浙江 江苏 "
        "山东 山西 河南 河北 湖南 湖北 江西 安徽 福建 四川 云南 贵州 陕西 甘肃 青海 宁夏 新疆 西藏 内蒙古 辽宁 "
        "吉林 黑龙江 海南 广州 深圳 "
        "杭州 南京 苏州 无锡 常州 宁波 温州 合肥 武汉 长沙 南昌 福州 厦门 宁德 成都 西安 郑州 济南 青岛 烟台 "
        "大连 沈阳 长春 哈尔滨 石家庄 太原 "
        "昆明 贵阳 南宁 海口 兰州 西宁 银川 乌鲁木齐 拉萨 呼和浩特 珠海 东莞 佛山 惠州 中山 长三角 珠三角 "
        "京津冀 东京 首尔 纽约 伦敦 巴黎 "
        "柏林 慕尼黑 华盛顿 莫斯科 硅谷"
    )
)
# Those whose small spelling other languages, or English itself, have as a word.
LATIN_PLACES = frozenset(
    listed("Oslo Paris Dallas Nice Bath Reading Chad Rome Turkey Cork Lima Perth Essen Bari Bern Male")
)
# Whole-word ends of Chinese names; the single characters 省 市 县 only after two to four others.
ORGANISATION_ENDS = listed(
    "有限责任公司 股份有限公司 有限公司 集团公司 公司 集团 银行 大学 学院 研究院 研究所 医院 法院 检察院 "
    "委员会 协会 学会 基金会 交易所 "
    "证券 基金 保险 总局 管理局 统计局 能源局 监管局 商务部 财政部 工信部 教育部 国务院 科技 时代 汽车 股份 "
    "控股 实验室 出版社 电视台 日报 通讯社 "
    "联盟 联合会 中心"
)
SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱"
    "江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
)
SPEAKING = "表示|指出|认为|介绍|强调|透露|坦言|告诉|称|说"
OFFICES = (
    "董事长|总经理|总裁|首席执行官|首席科学家|创始人|主席|部长|局长|院长|校长|书记|市长|省长|总理|总统"
    "|教授|院士|博士|研究员|分析师|记者|主任|工程师|经济学家"
)
# Nothing before one of these belongs to the name behind it.
BREAKS = (
    "的|在|从|向|由|对|与|和|及|被|把|将|是|了|于|为|至|到|据|经|给|跟|以|或|等|称|说|表示|记者|获悉|包括|其中"
    "|其|该|本|这家|那家|一家|多家|两家|各|"
    "来自|通过|根据|按照|关于|成为|作为|位于|现任|前任|隶属|投资|收购|入股|控股了|合作|宣布|发布|显示|认为"
    "|指出|日前|今日|昨日|目前|如|让|使|向着|"
    "对于|针对|随着|因|但|而|并|也|都|还|已|曾|就|每|近|约|超|共|第|全国|上市|国内|国外|当地|旗下|子公司"
)
